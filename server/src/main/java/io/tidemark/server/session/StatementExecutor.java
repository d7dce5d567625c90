package io.tidemark.server.session;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.StatementNames;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.translate.RelationSchemas;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.catalog.SessionContext;
import io.tidemark.server.security.RelationPrivileges;
import io.tidemark.server.security.SecretCommands;
import io.tidemark.server.security.Security;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Carries statements out: hands each kind to the class that knows how. Thread-safe; definitions are changed by one statement at a time. */
final class StatementExecutor {

    private final ServerServices services;
    private final DefinitionStatements definitions;
    private final DropStatements drops;
    private final QueryStatements queries;
    private final ReadStatements reads;
    private final ModifyStatements modifications;
    private final KillStatements kills;
    private final ShowStatements shows;
    private final ExplainStatements explains;

    /**
     * What a statement gave back, and what is worth knowing about it.
     *
     * @param notices what is known now
     * @param allNotices completes when all is known; never if the statement is given up before
     */
    record Outcome(StatementResult result, List<Notice> notices, CompletableFuture<List<Notice>> allNotices) {
        static Outcome done() {
            return of(new StatementResult.Updated(0));
        }

        static Outcome of(StatementResult result) {
            return of(result, List.of());
        }

        static Outcome of(StatementResult result, List<Notice> notices) {
            return new Outcome(result, notices, CompletableFuture.completedFuture(notices));
        }
    }

    StatementExecutor(ServerServices services) {
        this.services = services;
        this.definitions = new DefinitionStatements(services);
        this.drops = new DropStatements(services);
        this.queries = new QueryStatements(services);
        this.reads = new ReadStatements(services);
        this.modifications = new ModifyStatements(services);
        this.kills = new KillStatements(services.sessions(), services.security().access());
        this.shows = new ShowStatements(services);
        this.explains = new ExplainStatements(services);
    }

    ServerCatalog catalog() {
        return services.catalog();
    }

    /** The relations that a session's user may do something with, by schema and name. */
    List<RelationDefinition> relations(SessionContext context) {
        return services.catalog().entries().stream()
                .filter(entry -> services.security().access().sees(context.user(), entry))
                .map(CatalogEntry::definition)
                .toList();
    }

    List<RelationPrivileges.Held> privileges(SessionContext context) {
        return services.security().privileges().visible(context.user());
    }

    void requireSchema(String schema) {
        services.requireSchema(schema);
    }

    /**
     * What a statement would give back.
     *
     * @param read reads the text, if it is not known already
     */
    StatementDescription describe(SessionContext context, String sql, Supplier<Statement> read) {
        return reads.known(context, sql)
                .map(known -> columns(known.query()))
                .orElseGet(() -> describe(context, sql, read.get()));
    }

    private static StatementDescription columns(PlannedQuery plan) {
        return new StatementDescription(Optional.of(RelationSchemas.output(plan)), RelationSchemas.parameters(plan));
    }

    private StatementDescription describe(SessionContext context, String sql, Statement statement) {
        services.security().statements().require(context.user(), statement);
        if (statement instanceof Statement.Select select) {
            return columns(
                    select.endless()
                            ? services.planner(context).planContinuous(select.source())
                            : reads.plan(context, sql, select).query());
        }
        if (statement instanceof Statement.Insert insert
                && !services.planner(context).isContinuous(insert.source())) {
            return counts(RelationSchemas.parameters(
                    services.planner(context).planModification(insert.source()).rows()));
        }
        if (statement instanceof Statement.Modify modify) {
            return counts(RelationSchemas.parameters(
                    services.planner(context).planModification(modify.source()).rows()));
        }
        return new StatementDescription(shows.columns(statement), List.of());
    }

    private static StatementDescription counts(List<DataType> parameters) {
        return new StatementDescription(Optional.<Schema>empty(), parameters);
    }

    /** Carries a statement out whose plan is there already; nothing if there is none. */
    Optional<Outcome> executeKnown(SessionContext context, Session.Request request) {
        return modifications.modifyKnown(context, request).or(() -> reads.selectKnown(context, request));
    }

    /** Carries a statement out. */
    Outcome execute(SessionContext context, Statement statement, Session.Request request) {
        services.security().statements().require(context.user(), statement);
        if (statement instanceof Statement.Select select) {
            return reads.select(context, select, request);
        }
        if (statement instanceof Statement.Insert insert) {
            if (!services.planner(context).isContinuous(insert.source())) {
                return modifications.insert(context, insert, request);
            }
            request.outside(StatementNames.of(insert) + ", which starts a query,", true);
            return queries.insert(context, insert, request);
        }
        if (statement instanceof Statement.Modify modify) {
            return modifications.modify(context, modify, request);
        }
        if (statement instanceof Statement.Unsupported unsupported) {
            throw CodedException.unsupported(unsupported.construct()).at(unsupported.position(), request.sql());
        }
        if (!request.parameters().isEmpty()) {
            throw CodedException.unsupported("a parameter in a statement other than SELECT, INSERT, UPDATE and DELETE");
        }
        return definition(context, statement, request);
    }

    /** Whether it changes nothing that a transaction is about. */
    private static boolean isIndependent(Statement statement) {
        return statement instanceof Statement.Explain
                || statement instanceof Statement.Kill
                || statement instanceof Statement.Show
                || statement instanceof Statement.Describe;
    }

    private Outcome definition(SessionContext context, Statement statement, Session.Request request) {
        if (!isIndependent(statement)) {
            request.outside(StatementNames.of(statement), !(statement instanceof Statement.Flush));
        }
        if (statement instanceof Statement.CreateRelation create) {
            return definitions.createRelation(context, create);
        }
        if (statement instanceof Statement.CreateView create) {
            return definitions.createView(context, create);
        }
        if (statement instanceof Statement.CreateMaterializedView create) {
            return definitions.createMaterializedView(context, create, request);
        }
        if (statement instanceof Statement.CreateFunction create) {
            return definitions.createFunction(create);
        }
        if (statement instanceof Statement.CreateSchema create) {
            return definitions.createSchema(context, create);
        }
        if (statement instanceof Statement.CreateIndex create) {
            return definitions.createIndex(create);
        }
        if (statement instanceof Statement.Drop drop) {
            return drops.drop(drop);
        }
        return access(context, statement).orElseGet(() -> command(context, statement, request));
    }

    /** Carries out a statement about users and what they may do; nothing for any other. */
    private Optional<Outcome> access(SessionContext context, Statement statement) {
        String user = context.user();
        Security security = services.security();
        if (statement instanceof Statement.CreateUser create) {
            security.users().create(user, create);
        } else if (statement instanceof Statement.AlterUser alter) {
            security.users().alter(user, alter);
        } else if (statement instanceof Statement.DropUser drop) {
            security.users().drop(user, drop);
        } else if (statement instanceof Statement.CreateRole create) {
            security.grants().createRole(user, create);
        } else if (statement instanceof Statement.DropRole drop) {
            security.grants().dropRole(user, drop);
        } else if (statement instanceof Statement.GrantRoles grant) {
            security.grants().grantRoles(user, grant);
        } else if (statement instanceof Statement.GrantPrivileges grant) {
            security.grants().grantPrivileges(user, grant);
        } else {
            return ofDefinitions(user, statement);
        }
        return Optional.of(Outcome.done());
    }

    /** Carries out a statement about secrets and owners, while the definitions that have them do not change; nothing for any other. */
    private Optional<Outcome> ofDefinitions(String user, Statement statement) {
        SecretCommands secrets = services.security().secrets();
        if (statement instanceof Statement.CreateSecret create) {
            return defined(() -> secrets.create(user, create));
        }
        if (statement instanceof Statement.AlterSecret alter) {
            return defined(() -> secrets.alter(user, alter));
        }
        if (statement instanceof Statement.DropSecret drop) {
            return defined(() -> secrets.drop(user, drop));
        }
        if (statement instanceof Statement.ReassignOwned reassign) {
            return defined(() -> services.security().users().reassign(user, reassign));
        }
        return Optional.empty();
    }

    private Optional<Outcome> defined(Runnable change) {
        services.definitionLock().lock();
        try {
            change.run();
            return Optional.of(Outcome.done());
        } finally {
            services.definitionLock().unlock();
        }
    }

    private Outcome command(SessionContext context, Statement statement, Session.Request request) {
        if (statement instanceof Statement.ControlQuery control) {
            return queries.control(control, request.control());
        }
        if (statement instanceof Statement.AlterQuery alter) {
            return queries.alter(alter, request.control());
        }
        if (statement instanceof Statement.Flush flush) {
            return queries.flush(flush, request.control());
        }
        if (statement instanceof Statement.AdvanceWatermark advance) {
            return queries.advanceWatermark(advance, request.control());
        }
        if (statement instanceof Statement.Kill kill) {
            return kills.kill(context.user(), kill, request);
        }
        if (statement instanceof Statement.Explain explain) {
            return Outcome.of(explains.explain(context, explain, request));
        }
        return Outcome.of(shows.show(context.user(), statement));
    }
}
