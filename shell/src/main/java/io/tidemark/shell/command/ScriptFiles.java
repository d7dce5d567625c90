package io.tidemark.shell.command;

import io.tidemark.shell.script.CommandException;
import io.tidemark.shell.script.Conditions;
import io.tidemark.shell.session.ExitStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The script files that are being run, each included by the one before it. */
final class ScriptFiles {

    private final Interpreter interpreter;
    private final Deque<Path> running = new ArrayDeque<>();
    private @Nullable String place;

    ScriptFiles(Interpreter interpreter) {
        this.interpreter = interpreter;
    }

    /** Notes the script and line of the command that is run next; null where there is none. */
    void at(@Nullable String where) {
        place = where;
    }

    /** Includes a file; a relative name is looked up where the shell was started, or beside the script that includes it. */
    ExitStatus include(String name, boolean besideScript) throws CommandException {
        Path file = path(name);
        Path script = running.peek();
        boolean beside = besideScript && script != null && !file.isAbsolute();
        return run(beside ? script.resolveSibling(file).normalize() : file);
    }

    /** Runs a file. <b>Errors</b>: it cannot be read, or is being run already. */
    ExitStatus run(Path file) throws CommandException {
        String script = text(file);
        if (running.stream().anyMatch(other -> isSame(other, file))) {
            throw new CommandException("\"" + file + "\" includes itself: " + chain(file));
        }
        String includedAt = place;
        running.push(file);
        try {
            return interpreter.run(script, file.toString(), new Conditions());
        } finally {
            running.pop();
            place = includedAt;
        }
    }

    static Path path(String name) throws CommandException {
        if (name.isEmpty()) {
            throw new CommandException("the name of a file is missing");
        }
        boolean home = name.equals("~") || name.startsWith("~/");
        try {
            return home ? Path.of(System.getProperty("user.home") + name.substring(1)) : Path.of(name);
        } catch (InvalidPathException e) {
            throw new CommandException("\"" + name + "\" is no name of a file: " + e.getReason());
        }
    }

    private static String text(Path file) throws CommandException {
        try {
            return withoutMark(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            throw new CommandException("there is no file \"" + file + "\"");
        } catch (IOException e) {
            throw new CommandException("cannot read \"" + file + "\": " + e.getMessage());
        }
    }

    /** A text without the byte order mark that may stand before it. */
    static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static boolean isSame(Path left, Path right) {
        try {
            return Files.isSameFile(left, right);
        } catch (IOException e) {
            return left.equals(right);
        }
    }

    private String chain(Path again) {
        StringBuilder chain = new StringBuilder();
        Iterator<Path> outermostFirst = running.descendingIterator();
        while (outermostFirst.hasNext()) {
            chain.append(outermostFirst.next()).append(" > ");
        }
        return chain.append(again).toString();
    }
}
