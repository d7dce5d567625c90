package io.tidemark.runtime.storage;

/** Where a newly started query begins to read an internal stream. */
public enum StreamStart {
    /** At the first row there is. */
    EARLIEST,
    /** After the last row there is when it asks. */
    LATEST
}
