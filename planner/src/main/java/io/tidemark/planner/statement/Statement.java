package io.tidemark.planner.statement;

import io.tidemark.planner.catalog.RelationName;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One statement, ready to be carried out. */
public sealed interface Statement {

    /** How CREATE treats a name that is taken. */
    enum IfExists {
        FAIL,
        KEEP,
        REPLACE
    }

    /** The kinds of objects that DROP, SHOW CREATE and DESCRIBE name. */
    enum ObjectType {
        STREAM,
        TABLE,
        VIEW,
        MATERIALIZED_VIEW,
        QUERY,
        INDEX,
        SCHEMA,
        FUNCTION;

        /** Whether objects of this kind share the namespace of relations. */
        public boolean isRelation() {
            return switch (this) {
                case STREAM, TABLE, VIEW, MATERIALIZED_VIEW -> true;
                case QUERY, INDEX, SCHEMA, FUNCTION -> false;
            };
        }

        /** The words for messages, as in {@code materialized view}. */
        public String words() {
            return name().replace('_', ' ').toLowerCase(Locale.ROOT);
        }
    }

    /** CREATE STREAM or CREATE TABLE. */
    record CreateRelation(RelationName name, IfExists ifExists, ParsedStatement source) implements Statement {}

    /** CREATE VIEW. */
    record CreateView(RelationName name, IfExists ifExists, ParsedStatement source) implements Statement {}

    /** CREATE MATERIALIZED VIEW. */
    record CreateMaterializedView(
            RelationName name, IfExists ifExists, Map<String, String> options, ParsedStatement source)
            implements Statement {}

    /** CREATE INDEX; its name has the relation's schema unless it says otherwise. */
    record CreateIndex(RelationName name, boolean ifNotExists, RelationName relation, List<IndexColumn> columns)
            implements Statement {}

    /** A column of an index, and where the statement names it. */
    record IndexColumn(String name, SourcePosition position) {}

    /** CREATE FUNCTION. */
    record CreateFunction(
            String name, IfExists ifExists, String className, Optional<JarPath> jar, ParsedStatement source)
            implements Statement {}

    /** The path of a jar on the server, and where the statement says it. */
    record JarPath(String path, SourcePosition position) {}

    /** CREATE SCHEMA. */
    record CreateSchema(String name, boolean ifNotExists) implements Statement {}

    /** INSERT, alone or named by CREATE QUERY. It may start a query or run once. */
    record Insert(Optional<QueryHead> query, RelationName target, ParsedStatement source) implements Statement {}

    /** What CREATE QUERY says around its INSERT. */
    record QueryHead(String name, IfExists ifExists, Map<String, String> options) {}

    /** UPDATE or DELETE. */
    record Modify(RelationName target, boolean deletes, ParsedStatement source) implements Statement {}

    /** SELECT, VALUES or WITH: a snapshot query, or a push query if {@code endless}. */
    record Select(boolean endless, ParsedStatement source) implements Statement {}

    /** EXPLAIN of a statement, or of a running query. */
    record Explain(ExplainLevel level, Optional<Statement> statement, Optional<String> query) implements Statement {}

    /** The levels of EXPLAIN. */
    enum ExplainLevel {
        DEFAULT,
        LOGICAL,
        PLAN,
        STATE,
        CODE,
        ANALYZE,
        WHY
    }

    /** DROP of any object. Exactly one of the names is of use: {@code relation} for relations and indexes, {@code name} for all others. */
    record Drop(ObjectType type, RelationName relation, String name, boolean ifExists, boolean cascade)
            implements Statement {}

    /** SHOW of a list; {@code kind} in upper case with underscores, such as {@code MATERIALIZED_VIEWS}. */
    record Show(String kind, Optional<String> like) implements Statement {}

    /** SHOW CREATE, or DESCRIBE. */
    record Describe(boolean statementText, Optional<ObjectType> type, RelationName relation, SourcePosition position)
            implements Statement {}

    /** SET 'key' = 'value'; without a value it shows; RESET. */
    record SetProperty(Optional<String> key, Optional<String> value, boolean reset) implements Statement {}

    /** PAUSE, RESUME or STOP QUERY. */
    record ControlQuery(Action action, String name, boolean drain) implements Statement {
        /** What is done to the query. */
        public enum Action {
            PAUSE,
            RESUME,
            STOP
        }
    }

    /** ALTER QUERY … SET (…). */
    record AlterQuery(String name, Map<String, String> options) implements Statement {}

    /** FLUSH, of one object or of all. */
    record Flush(Optional<RelationName> name) implements Statement {}

    /** BEGIN, COMMIT or ROLLBACK. */
    record ControlTransaction(Command command) implements Statement {
        /** What is done to the session's transaction. */
        public enum Command {
            BEGIN,
            COMMIT,
            ROLLBACK
        }
    }

    /** KILL SESSION or KILL STATEMENT; the position is that of the id. */
    record Kill(Target target, String id, SourcePosition position) implements Statement {
        /** What is ended. */
        public enum Target {
            SESSION,
            STATEMENT
        }
    }

    /** ADVANCE WATERMARK FOR relation TO an instant, micros since the epoch. */
    record AdvanceWatermark(RelationName relation, long micros) implements Statement {}

    /** CREATE USER. */
    record CreateUser(String name, Confidential password) implements Statement {}

    /** ALTER USER … PASSWORD. */
    record AlterUser(String name, Confidential password) implements Statement {}

    /** DROP USER. */
    record DropUser(String name, boolean ifExists) implements Statement {}

    /** CREATE SECRET. */
    record CreateSecret(String name, IfExists ifExists, Confidential value) implements Statement {}

    /** ALTER SECRET … AS. */
    record AlterSecret(String name, Confidential value) implements Statement {}

    /** DROP SECRET. */
    record DropSecret(String name, boolean ifExists) implements Statement {}

    /** REASSIGN OWNED BY one user TO another. */
    record ReassignOwned(String from, String to) implements Statement {}

    /** CREATE ROLE. */
    record CreateRole(String name) implements Statement {}

    /** DROP ROLE. */
    record DropRole(String name, boolean ifExists) implements Statement {}

    /** GRANT or REVOKE of membership in roles. */
    record GrantRoles(boolean revoke, List<String> roles, List<String> grantees) implements Statement {}

    /** GRANT or REVOKE of privileges. */
    record GrantPrivileges(boolean revoke, Set<Privilege> privileges, Secured on, List<String> grantees)
            implements Statement {}

    /** A statement that the grammar has and this version can't carry out: said with its name and place. */
    record Unsupported(String construct, SourcePosition position) implements Statement {}
}
