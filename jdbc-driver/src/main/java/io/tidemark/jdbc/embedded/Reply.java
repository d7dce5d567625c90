package io.tidemark.jdbc.embedded;

/** The answer to a message: its status, as HTTP has it, and a message of the protocol. */
public final class Reply {

    private final int status;
    private final byte[] body;

    /**
     * Makes one.
     *
     * @param status 200 for success; others as HTTP has them
     * @param body the message, not copied
     */
    public Reply(int status, byte[] body) {
        this.status = status;
        this.body = body;
    }

    /** The status, as HTTP has it. */
    public int status() {
        return status;
    }

    /** The message, not copied. */
    public byte[] body() {
        return body;
    }
}
