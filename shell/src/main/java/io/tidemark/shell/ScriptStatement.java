package io.tidemark.shell;

/**
 * A statement or backslash command of a script.
 *
 * @param text the statement without its semicolon, or the command with its backslash
 * @param line the line of the script, counted from 1, on which the text begins
 * @param complete whether a semicolon (or the end of a command's line) ends it
 */
record ScriptStatement(String text, int line, boolean complete) {

    boolean isCommand() {
        return text.startsWith("\\");
    }
}
