package io.tidemark.shell.session;

/** How a statement, a script or the shell has ended, with the exit status of the process. */
public enum ExitStatus {
    /** All went well. */
    SUCCESS(0),
    /** A statement or command failed, or a file could not be read. */
    FAILED(1),
    /** An option is wrong. */
    USAGE(2),
    /** The server could not be reached, took no connection, or was lost. */
    NO_CONNECTION(3);

    private final int code;

    ExitStatus(int code) {
        this.code = code;
    }

    /** The exit status of the process. */
    public int code() {
        return code;
    }
}
