package io.tidemark.jdbc;

/** A statement of this driver, prepared or not. */
interface Executing {
    /** What it executes. */
    Execution execution();

    /** Whether a result set is open whose rows may still be fetched. */
    boolean hasOpenResult();

    /** Whether {@code close} of the statement is on its way. */
    boolean isClosing();

    /** The connection is closed, and the statement with it; the server knows. */
    void connectionClosed();
}
