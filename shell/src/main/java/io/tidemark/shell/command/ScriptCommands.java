package io.tidemark.shell.command;

import io.tidemark.shell.script.CommandException;
import io.tidemark.shell.script.CommandText;
import io.tidemark.shell.script.Variables;
import io.tidemark.shell.session.ExitStatus;
import io.tidemark.shell.session.Session;
import java.util.List;
import java.util.TreeMap;

/** Included files, variables, conditions, and texts that a script says. */
final class ScriptCommands {

    private static final String GROUP = "Scripts";

    private final Session session;
    private final ScriptFiles files;

    ScriptCommands(Session session, ScriptFiles files) {
        this.session = session;
        this.files = files;
    }

    List<Command> all() {
        return List.of(
                new Command("\\i", "FILE", GROUP, "run a script", text -> files.include(text.word(0), false)),
                new Command(
                        "\\ir",
                        "FILE",
                        GROUP,
                        "run a script, named from the one that this stands in",
                        text -> files.include(text.word(0), true)),
                Command.of("\\set", "[NAME [VALUE]]", GROUP, "set a variable, or list them", this::set),
                Command.of("\\unset", "NAME", GROUP, "forget a variable", this::unset),
                Command.of("\\echo", "[-n] TEXT", GROUP, "write a text to the results", this::echo),
                conditional("\\if", "true|false", "run what follows if true; :{?NAME} is whether NAME is set"),
                conditional("\\elif", "true|false", "else run this if true"),
                conditional("\\else", "", "else run this"),
                conditional("\\endif", "", "end the \\if"));
    }

    /** Conditions are taken by the interpreter before it looks for commands. */
    private static Command conditional(String name, String arguments, String help) {
        return new Command(name, arguments, GROUP, help, text -> ExitStatus.SUCCESS);
    }

    private void set(CommandText text) throws CommandException {
        if (text.words().isEmpty()) {
            new TreeMap<>(session.variables().all())
                    .forEach(
                            (name, value) -> session.console().message(name + " = '" + value.replace("'", "''") + "'"));
            return;
        }
        String name = name(text);
        session.variables()
                .set(name, String.join("", text.words().subList(1, text.words().size())));
    }

    private void unset(CommandText text) throws CommandException {
        session.variables().unset(name(text));
    }

    private static String name(CommandText text) throws CommandException {
        if (!Variables.isName(text.word(0))) {
            throw new CommandException(
                    "\"" + text.word(0) + "\" is no name of a variable; use letters, digits and underscores");
        }
        return text.word(0);
    }

    private void echo(CommandText text) {
        boolean goesOn = text.word(0).equals("-n");
        List<String> words = goesOn ? text.words().subList(1, text.words().size()) : text.words();
        session.console().result(String.join(" ", words) + (goesOn ? "" : "\n"));
    }
}
