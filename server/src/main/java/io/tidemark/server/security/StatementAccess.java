package io.tidemark.server.security;

import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.statement.Privilege;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.Statement.IfExists;
import io.tidemark.planner.statement.Statement.ObjectType;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.query.QueryService;
import io.tidemark.server.query.RunningQuery;
import io.tidemark.sql.error.CodedException;
import java.util.Optional;

/**
 * What a user needs for each kind of statement, but for the relations that it reads, which {@link AuthorizedCatalog} sees to while it is planned.
 *
 * <p><b>Errors</b>: INSUFFICIENT_PRIVILEGE; UNKNOWN_RELATION and UNKNOWN_OBJECT with the names that the user may know.
 */
public final class StatementAccess {

    private final Access access;
    private final ServerCatalog catalog;
    private final QueryService queries;

    /** Checks of statements about these relations and queries. */
    public StatementAccess(Access access, ServerCatalog catalog, QueryService queries) {
        this.access = access;
        this.catalog = catalog;
        this.queries = queries;
    }

    /** Throws unless a user may have a statement carried out. */
    public void require(String user, Statement statement) {
        if (user.isEmpty()) {
            return;
        }
        if (statement instanceof Statement.CreateRelation create) {
            requireCreate(user, create.name(), create.ifExists());
        } else if (statement instanceof Statement.CreateView create) {
            requireCreate(user, create.name(), create.ifExists());
        } else if (statement instanceof Statement.CreateMaterializedView create) {
            requireCreate(user, create.name(), create.ifExists());
        } else if (statement instanceof Statement.CreateIndex create) {
            require(user, Privilege.ADMIN, create.relation());
        } else if (statement instanceof Statement.CreateFunction) {
            requireOnServer(user, Privilege.ADMIN);
        } else if (statement instanceof Statement.CreateSchema) {
            requireOnServer(user, Privilege.CREATE);
        } else if (statement instanceof Statement.Drop drop) {
            requireDrop(user, drop);
        } else if (statement instanceof Statement.Insert insert) {
            require(user, Privilege.INSERT, insert.target());
        } else if (statement instanceof Statement.Modify modify) {
            require(user, modify.deletes() ? Privilege.DELETE : Privilege.UPDATE, modify.target());
        } else {
            requireOfCommand(user, statement);
        }
    }

    private void requireOfCommand(String user, Statement statement) {
        if (statement instanceof Statement.ControlQuery control) {
            requireQuery(user, Privilege.ADMIN, control.name());
        } else if (statement instanceof Statement.AlterQuery alter) {
            requireQuery(user, Privilege.ADMIN, alter.name());
        } else if (statement instanceof Statement.AdvanceWatermark advance) {
            require(user, Privilege.ADMIN, advance.relation());
        } else if (statement instanceof Statement.Explain explain) {
            explain.query().ifPresent(query -> requireQuery(user, Privilege.SELECT, query));
            explain.statement().ifPresent(inner -> require(user, inner));
        } else if (statement instanceof Statement.Flush flush) {
            flush.name().ifPresent(name -> requireFlush(user, name));
        } else if (statement instanceof Statement.Describe describe) {
            requireDescribe(user, describe);
        }
    }

    private void requireCreate(String user, RelationName name, IfExists ifExists) {
        if (!access.mayInSchema(user, Privilege.CREATE, name.schema())) {
            throw Denial.of(user, Privilege.CREATE, "schema", name.schema());
        }
        if (ifExists == IfExists.REPLACE) {
            catalog.entry(name).ifPresent(entry -> require(user, Privilege.ADMIN, entry));
        }
    }

    /** Throws unless a user may do something with a relation. */
    CatalogEntry require(String user, Privilege privilege, RelationName name) {
        CatalogEntry entry = catalog.entry(name).orElseThrow(() -> unknown(user, name));
        require(user, privilege, entry);
        return entry;
    }

    private CodedException unknown(String user, RelationName name) {
        return CodedException.unknownRelation(
                name.toString(),
                catalog.entries().stream()
                        .filter(entry -> access.sees(user, entry))
                        .map(entry -> entry.definition().name().toString())
                        .toList());
    }

    private void require(String user, Privilege privilege, CatalogEntry entry) {
        if (!access.may(user, privilege, entry)) {
            throw Denial.of(
                    user,
                    privilege,
                    entry.definition().kind().word(),
                    entry.definition().name().toString());
        }
    }

    private void requireOnServer(String user, Privilege privilege) {
        if (!access.mayOnServer(user, privilege)) {
            throw Denial.onServer(user, privilege);
        }
    }

    /** Throws unless a user may do something with a query. */
    RunningQuery requireQuery(String user, Privilege privilege, String name) {
        RunningQuery query = queries.find(name)
                .orElseThrow(() -> CodedException.unknownObject(
                        "query",
                        name,
                        queries.all().stream()
                                .filter(other -> access.may(user, Privilege.SELECT, other))
                                .map(RunningQuery::name)
                                .toList()));
        if (!access.may(user, privilege, query)) {
            throw Denial.of(user, privilege, "query", query.name());
        }
        return query;
    }

    private void requireDrop(String user, Statement.Drop drop) {
        boolean there = drop.type() == ObjectType.QUERY
                ? queries.exists(drop.name())
                : catalog.entry(drop.relation()).isPresent();
        if (drop.ifExists() && !there && (drop.type().isRelation() || drop.type() == ObjectType.QUERY)) {
            return;
        }
        switch (drop.type()) {
            case STREAM, TABLE, VIEW, MATERIALIZED_VIEW -> require(user, Privilege.ADMIN, drop.relation());
            case QUERY -> requireQuery(user, Privilege.ADMIN, drop.name());
            case INDEX -> indexed(drop.relation()).ifPresent(entry -> require(user, Privilege.ADMIN, entry));
            case FUNCTION -> requireOnServer(user, Privilege.ADMIN);
            case SCHEMA -> {
                if (!access.mayInSchema(user, Privilege.ADMIN, drop.name())) {
                    throw Denial.of(user, Privilege.ADMIN, "schema", drop.name());
                }
            }
        }
    }

    private void requireFlush(String user, RelationName name) {
        if (queries.exists(name.name())) {
            requireQuery(user, Privilege.SELECT, name.name());
        } else if (!catalog.entry(name)
                .filter(entry -> access.sees(user, entry))
                .isPresent()) {
            require(user, Privilege.SELECT, name);
        }
    }

    /** The relation with an index of this name. */
    private Optional<CatalogEntry> indexed(RelationName index) {
        return catalog.entries().stream()
                .filter(entry -> entry.definition().name().schema().equalsIgnoreCase(index.schema()))
                .filter(entry -> entry.definition().indexes().stream()
                        .anyMatch(candidate -> candidate.name().equalsIgnoreCase(index.name())))
                .findFirst();
    }

    /** The text of a statement may say more than the columns do, such as where a source is: it is for who owns the object. */
    private void requireDescribe(String user, Statement.Describe describe) {
        if (describe.type().filter(type -> type == ObjectType.FUNCTION).isPresent()) {
            return;
        }
        Optional<CatalogEntry> entry = catalog.entry(describe.relation());
        boolean asksQuery =
                describe.type().filter(type -> type == ObjectType.QUERY).isPresent();
        if (asksQuery || (entry.isEmpty() && queries.exists(describe.relation().name()))) {
            requireQuery(user, Privilege.SELECT, describe.relation().name());
        } else if (describe.statementText()) {
            require(user, Privilege.ADMIN, describe.relation());
        } else if (!entry.filter(found -> access.sees(user, found)).isPresent()) {
            require(user, Privilege.SELECT, describe.relation());
        }
    }
}
