package io.tidemark.server.session;

import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.statement.StatementPlanner;
import io.tidemark.runtime.translate.PlanTranslator;
import io.tidemark.server.activity.ConnectedSessions;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.Dependencies;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.catalog.SessionContext;
import io.tidemark.server.function.UserFunctions;
import io.tidemark.server.query.ConnectorRegistry;
import io.tidemark.server.query.QueryService;
import io.tidemark.server.security.AuthorizedCatalog;
import io.tidemark.server.security.Security;
import io.tidemark.server.serving.PlanCache;
import io.tidemark.server.serving.RelationReader;
import io.tidemark.server.serving.ServedIndexes;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.NearestName;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What statements are carried out with.
 *
 * @param catalog the relations in memory
 * @param store the durable catalog
 * @param dependencies who reads and writes what
 * @param connectors the connectors and the internal storage
 * @param queries the running queries
 * @param functions the functions of users
 * @param reader how relations are read once
 * @param plans the plans of queries asked before
 * @param security users, and what they may do
 * @param translator compiles plans
 * @param sessions who is connected
 * @param definitionLock held by whoever changes definitions
 */
public record ServerServices(
        ServerCatalog catalog,
        CatalogStore store,
        Dependencies dependencies,
        ConnectorRegistry connectors,
        QueryService queries,
        UserFunctions functions,
        RelationReader reader,
        PlanCache plans,
        Security security,
        PlanTranslator translator,
        ConnectedSessions sessions,
        ReentrantLock definitionLock) {

    /** A planner for a session, with the rights of its user. */
    StatementPlanner planner(SessionContext context) {
        return new StatementPlanner(
                new AuthorizedCatalog(catalog, security.access(), context.user()),
                SessionSettings.plannerSettings(context));
    }

    /** A planner for what was allowed when it was created. */
    StatementPlanner restoringPlanner(SessionContext context) {
        return new StatementPlanner(catalog, SessionSettings.plannerSettings(context));
    }

    /** Throws WRONG_OBJECT_KIND for a relation that no statement may write to; leaves an unknown one to the planner, which knows its place. */
    void requireWritable(RelationName name) {
        catalog.relation(name)
                .filter(relation -> relation.kind() != RelationKind.STREAM && relation.kind() != RelationKind.TABLE)
                .ifPresent(relation -> {
                    throw CodedException.of(
                                    ErrorCode.WRONG_OBJECT_KIND,
                                    "\"" + name + "\" is a " + relation.kind().word() + " and cannot be written to")
                            .hint("write to a stream or a table");
                });
    }

    /** The indexes of internal tables and materialized views. */
    ServedIndexes indexes() {
        return new ServedIndexes(catalog, store, connectors, queries);
    }

    void requireSchema(String schema) {
        if (!catalog.hasSchema(schema)) {
            throw CodedException.of(ErrorCode.UNKNOWN_SCHEMA, "no schema \"" + schema + "\"")
                    .hint(NearestName.hint(schema, catalog.schemas(), "the schemas are"));
        }
    }
}
