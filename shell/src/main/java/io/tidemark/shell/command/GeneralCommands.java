package io.tidemark.shell.command;

import io.tidemark.shell.script.CommandException;
import io.tidemark.shell.script.CommandText;
import io.tidemark.shell.session.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Help, leaving, the history, and editing outside the prompt. */
final class GeneralCommands {

    private static final String GROUP = "General";

    private final Session session;
    private final Interpreter interpreter;

    GeneralCommands(Session session, Interpreter interpreter) {
        this.session = session;
        this.interpreter = interpreter;
    }

    List<Command> all() {
        return List.of(
                Command.of(
                        "\\?",
                        "",
                        GROUP,
                        "show this",
                        text -> session.console().message(interpreter.commands().help())),
                Command.of("\\q", "", GROUP, "leave (as does Ctrl-D)", text -> session.quit()),
                Command.of("\\s", "[FILE]", GROUP, "show what was typed, or write it to a file", this::history),
                Command.of("\\e", "[FILE]", GROUP, "edit the last statement, or a file, in $EDITOR", this::edit));
    }

    private Prompt prompt(String command) throws CommandException {
        return interpreter
                .prompt()
                .orElseThrow(() -> new CommandException(command + " is for the terminal; this is a script"));
    }

    private void history(CommandText text) throws CommandException {
        String lines = String.join("\n", prompt("\\s").history()) + "\n";
        if (text.words().isEmpty()) {
            session.console().message(lines);
            return;
        }
        try {
            Files.writeString(ScriptFiles.path(text.word(0)), lines);
        } catch (IOException e) {
            throw new CommandException("cannot write to \"" + text.word(0) + "\": " + e.getMessage());
        }
    }

    private void edit(CommandText text) throws CommandException {
        Prompt prompt = prompt("\\e");
        try {
            if (!text.words().isEmpty()) {
                Path file = ScriptFiles.path(text.word(0));
                run(file);
                prompt.offer(Files.exists(file) ? Files.readString(file).strip() : "");
                return;
            }
            Path file = Files.createTempFile("tidemark", ".sql");
            try {
                String last = session.lastStatement();
                Files.writeString(file, last.isEmpty() ? "" : last + ";\n");
                run(file);
                prompt.offer(Files.readString(file).strip());
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new CommandException("cannot edit: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void run(Path file) throws IOException, InterruptedException, CommandException {
        Map<String, String> environment = System.getenv();
        String editor = environment.getOrDefault("VISUAL", environment.getOrDefault("EDITOR", "vi"));
        Process process = new ProcessBuilder("/bin/sh", "-c", editor + " \"$0\"", file.toString())
                .inheritIO()
                .start();
        if (process.waitFor() != 0) {
            throw new CommandException("the editor \"" + editor + "\" failed; set EDITOR to another one");
        }
    }
}
