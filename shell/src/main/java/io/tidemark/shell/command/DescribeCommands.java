package io.tidemark.shell.command;

import io.tidemark.shell.catalog.Description;
import io.tidemark.shell.catalog.NamePattern;
import io.tidemark.shell.catalog.Relations;
import io.tidemark.shell.catalog.Relations.Relation;
import io.tidemark.shell.script.CommandException;
import io.tidemark.shell.script.CommandText;
import io.tidemark.shell.session.Rows;
import io.tidemark.shell.session.Session;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What there is: the commands that begin with {@code \d}, and those that show the text of a definition. */
final class DescribeCommands {

    private static final String GROUP = "What there is";
    private static final String PATTERN = "[PATTERN]";

    private final Session session;
    private final Relations relations;

    DescribeCommands(Session session) {
        this.session = session;
        this.relations = new Relations(session);
    }

    List<Command> all() {
        return List.of(
                Command.of("\\d", "[NAME]", GROUP, "list streams, tables and views, or describe one", this::describe),
                list("\\dt", "tables", "table", "base table"),
                list("\\ds", "streams", "stream"),
                list("\\dv", "views and materialized views", "view", "materialized view"),
                list("\\dm", "materialized views", "materialized view"),
                statement("\\di", "indexes", "SHOW INDEXES", 1),
                statement(
                        "\\dq",
                        "queries that run, and how they are",
                        "SELECT name, kind, state, epoch, sink, last_error FROM sys.queries ORDER BY name",
                        0),
                Command.of(
                        "\\df",
                        PATTERN,
                        GROUP,
                        "list functions",
                        text -> session.print(relations.functions(NamePattern.of(text.rest())))),
                Command.of(
                        "\\dn",
                        PATTERN,
                        GROUP,
                        "list schemas",
                        text -> session.print(relations.schemas(NamePattern.of(text.rest())))),
                statement("\\du", "users", "SHOW USERS", 0),
                Command.of(
                        "\\sf",
                        "FUNCTION",
                        GROUP,
                        "show the statement that made a function",
                        text -> showCreate("FUNCTION " + named(text))),
                Command.of(
                        "\\sv",
                        "NAME",
                        GROUP,
                        "show the statement that made a relation or query",
                        text -> showCreate(named(text))));
    }

    private Command list(String name, String what, String... kinds) {
        return Command.of(
                name,
                PATTERN,
                GROUP,
                "list " + what,
                text -> session.print(relations.list(NamePattern.of(text.rest()), Set.of(kinds))));
    }

    private Command statement(String name, String what, String sql, int nameColumn) {
        return Command.of(name, PATTERN, GROUP, "list " + what, text -> {
            session.print(relations.ofStatement(sql, nameColumn, NamePattern.of(text.rest())));
        });
    }

    private static String named(CommandText text) throws CommandException {
        if (text.words().isEmpty()) {
            throw new CommandException(text.name() + " needs a name");
        }
        return text.rest();
    }

    private void showCreate(String what) throws SQLException {
        String sql = "SHOW CREATE " + what;
        Rows rows = session.runner().fetch(session.connection(), sql, 1);
        rows.rows().forEach(row -> session.console().result(row.get(0) + ";\n"));
    }

    private void describe(CommandText text) throws SQLException, CommandException {
        NamePattern pattern = NamePattern.of(text.rest());
        if (text.words().isEmpty()) {
            session.print(relations.list(pattern, Set.of()));
            return;
        }
        List<Relation> found = relations.find(pattern, Set.of());
        if (found.isEmpty()) {
            throw new CommandException("there is no stream, table or view \"" + text.rest() + "\"; \\d lists them");
        }
        for (Relation relation : found) {
            describe(relation);
        }
    }

    private void describe(Relation relation) throws SQLException {
        Description description = new Description(session, relation);
        boolean forPeople = session.settings().format().isForPeople();
        if (forPeople) {
            String kind = relation.kind();
            String title = kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1);
            session.console().result(title + " " + relation.fullName() + "\n");
        }
        session.print(description.columns());
        if (forPeople) {
            session.console().result(description.facts() + "\n");
        }
    }
}
