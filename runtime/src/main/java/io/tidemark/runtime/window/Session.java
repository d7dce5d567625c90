package io.tidemark.runtime.window;

/** A session while it is open: its edges in micros, and the list of its rows, which {@link SessionRows} links. */
final class Session {

    /** The row of its partition columns' values in the table of partitions. */
    final int partition;

    long start;
    long end;

    /** Its first and last row in the table of rows, or -1. */
    int first = -1;

    int last = -1;

    /** Whether rows have come or gone in this epoch. */
    boolean touched;

    /** Whether a row may have gone in this epoch, so that the session may have fallen apart. */
    boolean shrunk;

    /** Whether it has become part of another one, or has been dropped. */
    boolean gone;

    /** The end under which it waits to be closed; not above {@link #end} while it can only grow. */
    long queuedEnd;

    Session(int partition, long start, long end) {
        this.partition = partition;
        this.start = start;
        this.end = end;
        this.queuedEnd = end;
    }
}
