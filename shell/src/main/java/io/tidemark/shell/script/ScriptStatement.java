package io.tidemark.shell.script;

/**
 * A statement or backslash command of a script.
 *
 * @param text the statement without its semicolon, or the command with its backslash
 * @param line the line of the script, counted from 1, on which the text begins
 * @param complete whether a semicolon (or the end of a command's line) ends it
 * @param buffer the statement without a semicolon that a command stands behind and works on, as in {@code SELECT 1 \watch};
 *     empty if there is none
 */
public record ScriptStatement(String text, int line, boolean complete, String buffer) {

    /** A statement, or a command with no statement before it. */
    public ScriptStatement(String text, int line, boolean complete) {
        this(text, line, complete, "");
    }

    /** Whether it begins with a backslash. */
    public boolean isCommand() {
        return text.startsWith("\\");
    }

    /** The same, as part of a text that begins on another line. */
    public ScriptStatement from(int firstLine) {
        return new ScriptStatement(text, line + firstLine - 1, complete, buffer);
    }
}
