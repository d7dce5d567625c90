package io.tidemark.shell.command;

import io.tidemark.shell.format.ResultFormat;
import io.tidemark.shell.script.CommandException;
import io.tidemark.shell.script.CommandText;
import io.tidemark.shell.script.Conditions;
import io.tidemark.shell.session.Session;
import io.tidemark.shell.session.Settings;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** How results are written, and where to. */
final class OutputCommands {

    private static final String GROUP = "Output";

    private final Session session;
    private final Settings settings;

    OutputCommands(Session session) {
        this.session = session;
        this.settings = session.settings();
    }

    List<Command> all() {
        return List.of(
                Command.of("\\output", "[FORMAT]", GROUP, ResultFormat.names(), this::output),
                Command.of(
                        "\\x",
                        "[on|off]",
                        GROUP,
                        "show each value on a line of its own",
                        text -> onOrOff(text.word(0), settings.isExpanded(), "expanded display", settings::expanded)),
                Command.of(
                        "\\pset", "[null TEXT]", GROUP, "what is written for NULL; also format, expanded", this::pset),
                Command.of(
                        "\\timing",
                        "[on|off]",
                        GROUP,
                        "show how long statements take",
                        text -> onOrOff(text.word(0), settings.isTiming(), "timing", settings::timing)),
                Command.of("\\o", "[FILE]", GROUP, "send results to a file, or back to the terminal", this::redirect));
    }

    private void output(CommandText text) throws CommandException {
        if (!text.words().isEmpty()) {
            settings.format(ResultFormat.of(text.word(0))
                    .orElseThrow(() -> new CommandException(
                            "there is no format \"" + text.word(0) + "\"; use " + ResultFormat.names())));
        }
        session.console().message("output is " + settings.format().lowerName());
    }

    private void pset(CommandText text) throws CommandException {
        String value = text.word(1);
        switch (text.word(0)) {
            case "" -> {
                session.console().message("format    " + settings.format().lowerName());
                String nullText = settings.nullText();
                session.console()
                        .message("null      " + (nullText == null ? "as the format has it" : "'" + nullText + "'"));
            }
            case "null" -> {
                settings.nullText(text.words().size() > 1 ? value : null);
                session.console()
                        .message("NULL is written "
                                + (text.words().size() > 1 ? "'" + value + "'" : "as the format has it"));
            }
            case "format" ->
                output(CommandText.of("\\output " + (value.equals("aligned") ? "table" : value), session.variables()));
            case "expanded" -> onOrOff(value, settings.isExpanded(), "expanded display", settings::expanded);
            default ->
                throw new CommandException("\\pset knows null, format and expanded, not \"" + text.word(0) + "\"");
        }
    }

    private void onOrOff(String argument, boolean now, String what, Consumer<Boolean> setting) throws CommandException {
        boolean on = argument.isEmpty()
                ? !now
                : Conditions.truth(argument)
                        .orElseThrow(() -> new CommandException(what + " is \"" + argument + "\", expected on or off"));
        setting.accept(on);
        session.console().message(what + " is " + (on ? "on" : "off"));
    }

    private void redirect(CommandText text) throws CommandException {
        try {
            session.console().redirect(text.words().isEmpty() ? null : ScriptFiles.path(text.word(0)));
        } catch (IOException e) {
            throw new CommandException("cannot write to \"" + text.word(0) + "\": " + e.getMessage());
        }
    }
}
