package io.tidemark.runtime.epoch;

/**
 * How much of a query's past can be looked at, which bounds what it takes.
 *
 * @param epochs the newest epochs that are described, in memory; at least 1
 * @param rows the newest late rows, and as many bad ones, that are kept on disk
 * @param rowBytes what those of one kind may take on disk
 */
public record QueryHistory(int epochs, int rows, long rowBytes) {

    /** What holds where nothing is said. */
    public static final QueryHistory DEFAULT = new QueryHistory(1000, 10_000, 64L << 20);
}
