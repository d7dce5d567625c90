package io.tidemark.planner.statement;

import io.tidemark.sql.ast.SqlCreateRelation;

/** What statements are called in messages: by the words that they begin with, such as {@code CREATE TABLE}. */
public final class StatementNames {

    private StatementNames() {}

    /** The name of a statement's kind. */
    public static String of(Statement statement) {
        if (statement instanceof Statement.CreateRelation create) {
            return create.source().node() instanceof SqlCreateRelation relation
                    ? "CREATE " + relation.kind()
                    : "CREATE";
        }
        if (statement instanceof Statement.CreateView) {
            return "CREATE VIEW";
        }
        if (statement instanceof Statement.CreateMaterializedView) {
            return "CREATE MATERIALIZED VIEW";
        }
        if (statement instanceof Statement.CreateIndex) {
            return "CREATE INDEX";
        }
        if (statement instanceof Statement.CreateFunction) {
            return "CREATE FUNCTION";
        }
        if (statement instanceof Statement.CreateSchema) {
            return "CREATE SCHEMA";
        }
        if (statement instanceof Statement.Drop drop) {
            return "DROP " + drop.type().name().replace('_', ' ');
        }
        return ofOthers(statement);
    }

    private static String ofOthers(Statement statement) {
        if (statement instanceof Statement.Insert insert) {
            return insert.query().isPresent() ? "CREATE QUERY" : "INSERT INTO … SELECT from a stream";
        }
        if (statement instanceof Statement.ControlQuery control) {
            return control.action() + " QUERY";
        }
        if (statement instanceof Statement.AlterQuery) {
            return "ALTER QUERY";
        }
        if (statement instanceof Statement.Kill kill) {
            return "KILL " + kill.target();
        }
        if (statement instanceof Statement.Flush) {
            return "FLUSH";
        }
        if (statement instanceof Statement.AdvanceWatermark) {
            return "ADVANCE WATERMARK";
        }
        return ofAccess(statement);
    }

    private static String ofAccess(Statement statement) {
        if (statement instanceof Statement.CreateSecret) {
            return "CREATE SECRET";
        }
        if (statement instanceof Statement.AlterSecret) {
            return "ALTER SECRET";
        }
        if (statement instanceof Statement.DropSecret) {
            return "DROP SECRET";
        }
        if (statement instanceof Statement.CreateUser) {
            return "CREATE USER";
        }
        if (statement instanceof Statement.AlterUser) {
            return "ALTER USER";
        }
        if (statement instanceof Statement.DropUser) {
            return "DROP USER";
        }
        if (statement instanceof Statement.ReassignOwned) {
            return "REASSIGN OWNED";
        }
        if (statement instanceof Statement.CreateRole) {
            return "CREATE ROLE";
        }
        if (statement instanceof Statement.DropRole) {
            return "DROP ROLE";
        }
        if (statement instanceof Statement.GrantRoles grant) {
            return grant.revoke() ? "REVOKE" : "GRANT";
        }
        if (statement instanceof Statement.GrantPrivileges grant) {
            return grant.revoke() ? "REVOKE" : "GRANT";
        }
        return "the statement";
    }
}
