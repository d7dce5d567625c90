package io.tidemark.shell.command;

import io.tidemark.shell.script.CommandException;
import io.tidemark.shell.script.CommandText;
import io.tidemark.shell.session.ExitStatus;
import java.sql.SQLException;

/**
 * A command that begins with a backslash.
 *
 * @param name the name with its backslash
 * @param arguments what may follow, for the help
 * @param group the heading under which the help lists it
 * @param help what it does, in a few words
 * @param action what it does
 */
public record Command(String name, String arguments, String group, String help, Action action) {

    /** What a command does. */
    @FunctionalInterface
    public interface Action {
        /**
         * Does it.
         *
         * @throws CommandException if it cannot be done as it was written
         * @throws SQLException what the server says
         */
        ExitStatus run(CommandText text) throws CommandException, SQLException;
    }

    /** What a command does that can only succeed or throw. */
    @FunctionalInterface
    public interface PlainAction {
        /** Does it. */
        void run(CommandText text) throws CommandException, SQLException;
    }

    /** A command that can only succeed or throw. */
    static Command of(String name, String arguments, String group, String help, PlainAction action) {
        return new Command(name, arguments, group, help, text -> {
            action.run(text);
            return ExitStatus.SUCCESS;
        });
    }
}
