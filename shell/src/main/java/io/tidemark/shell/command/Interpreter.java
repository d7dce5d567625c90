package io.tidemark.shell.command;

import io.tidemark.shell.catalog.CatalogNames;
import io.tidemark.shell.script.CommandException;
import io.tidemark.shell.script.CommandText;
import io.tidemark.shell.script.Conditions;
import io.tidemark.shell.script.ScriptStatement;
import io.tidemark.shell.script.StatementSplitter;
import io.tidemark.shell.script.Variables;
import io.tidemark.shell.session.ExitStatus;
import io.tidemark.shell.session.Session;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts: their statements, commands, variables and conditions, and the files that they include.
 *
 * <p>The first error ends a script, and those that include it, unless {@code ON_ERROR_STOP} is off; so does an interrupt.
 */
public final class Interpreter {

    private final Session session;
    private final CatalogNames names = new CatalogNames();
    private final ScriptFiles files;
    private final CommandTable commands;
    private @Nullable Prompt prompt;

    /** Runs on a session. */
    public Interpreter(Session session) {
        this.session = session;
        this.files = new ScriptFiles(this);
        List<Command> all = new ArrayList<>();
        all.addAll(new GeneralCommands(session, this).all());
        all.addAll(new DescribeCommands(session).all());
        all.addAll(new QueryCommands(session, Clock.system(ZoneId.systemDefault())).all());
        all.addAll(new OutputCommands(session).all());
        all.addAll(new ScriptCommands(session, files).all());
        this.commands = new CommandTable(all);
    }

    /** All commands. */
    public CommandTable commands() {
        return commands;
    }

    /** The names that completion offers. */
    public CatalogNames names() {
        return names;
    }

    /** The variables that are set. */
    public Variables variables() {
        return session.variables();
    }

    /** Says where a person types. */
    public void attach(Prompt typedAt) {
        prompt = typedAt;
    }

    Optional<Prompt> prompt() {
        return Optional.ofNullable(prompt);
    }

    /** Runs the script of a file. */
    public ExitStatus runFile(String file) {
        try {
            return files.run(ScriptFiles.path(file));
        } catch (CommandException e) {
            return wrong(e, null);
        }
    }

    /** Runs a text that is no file. */
    public ExitStatus run(String script) {
        return run(script, null, new Conditions());
    }

    /**
     * Runs a text; a last statement without its semicolon is run too.
     *
     * @param name how errors name the script, or null if they need not
     * @param conditions the {@code \if}s that are open
     */
    public ExitStatus run(String script, @Nullable String name, Conditions conditions) {
        int interrupts = session.runner().interrupts();
        boolean wasOpen = conditions.isOpen();
        for (ScriptStatement statement : StatementSplitter.split(script)) {
            if (session.hasQuit()
                    || session.console().isBroken()
                    || session.runner().interrupts() != interrupts) {
                return ExitStatus.SUCCESS;
            }
            ExitStatus status = run(statement, name, conditions);
            if (status != ExitStatus.SUCCESS && variables().isOn(Variables.ON_ERROR_STOP)) {
                return status;
            }
        }
        boolean unended = name != null && conditions.isOpen() && !wasOpen;
        return unended ? wrong(new CommandException("an \\if has no \\endif"), name) : ExitStatus.SUCCESS;
    }

    private ExitStatus run(ScriptStatement statement, @Nullable String name, Conditions conditions) {
        String where = name == null ? null : name + ":" + statement.line();
        if (statement.isCommand()) {
            return command(statement, where, conditions);
        }
        if (!conditions.run()) {
            return ExitStatus.SUCCESS;
        }
        String replaced = variables().replace(statement.text());
        if (replaced.equals(statement.text())) {
            return sql(replaced, where);
        }
        ExitStatus status = ExitStatus.SUCCESS;
        for (ScriptStatement part : StatementSplitter.split(replaced)) {
            if (status == ExitStatus.SUCCESS || !variables().isOn(Variables.ON_ERROR_STOP)) {
                ScriptStatement placed = part.from(statement.line());
                status = sql(placed.text(), name == null ? null : name + ":" + placed.line());
            }
        }
        return status;
    }

    private ExitStatus sql(String sql, @Nullable String where) {
        ExitStatus status = session.run(sql, where);
        names.noteStatement(sql);
        return status;
    }

    private ExitStatus command(ScriptStatement statement, @Nullable String where, Conditions conditions) {
        CommandText text = CommandText.of(statement.text(), variables());
        try {
            if (Conditions.isCommand(text.name())) {
                condition(text, conditions);
                return ExitStatus.SUCCESS;
            }
            if (!conditions.run()) {
                return ExitStatus.SUCCESS;
            }
            if (!statement.buffer().isEmpty()) {
                session.lastStatement(variables().replace(statement.buffer()));
            }
            Command command =
                    commands.find(text.name()).orElseThrow(() -> new CommandException(commands.unknown(text.name())));
            files.at(where);
            session.runner().executing("");
            return command.action().run(text);
        } catch (CommandException e) {
            return wrong(e, where);
        } catch (SQLException e) {
            return session.failed(e, session.runner().executing(), where);
        } catch (UncheckedIOException e) {
            return wrong(new CommandException(String.valueOf(e.getMessage())), where);
        }
    }

    private static void condition(CommandText text, Conditions conditions) throws CommandException {
        boolean asked = conditions.asks(text.name());
        Optional<Boolean> truth = asked ? Conditions.truth(text.word(0)) : Optional.of(false);
        Optional<String> wrong = conditions.take(text.name(), truth.orElse(false));
        if (wrong.isPresent()) {
            throw new CommandException(wrong.get());
        }
        if (truth.isEmpty()) {
            throw new CommandException(
                    text.name() + " takes true or false, not \"" + text.word(0) + "\"; its branch is left out");
        }
    }

    private ExitStatus wrong(CommandException error, @Nullable String where) {
        session.console().message((where == null ? "" : where + ": ") + "ERROR: " + error.getMessage());
        return ExitStatus.FAILED;
    }
}
