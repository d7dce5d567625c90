package io.tidemark.shell.script;

/** A backslash command that cannot be carried out, with a message for who has typed it: what is wrong and what to do. */
public final class CommandException extends Exception {

    private static final long serialVersionUID = 1L;

    /** With a message. */
    public CommandException(String message) {
        super(message);
    }
}
