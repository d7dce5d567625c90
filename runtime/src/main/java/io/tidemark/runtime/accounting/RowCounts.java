package io.tidemark.runtime.accounting;

import io.tidemark.runtime.operator.OperatorState;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The rows of one source that a query has read, by what became of them, since it began. Part of the query's checkpoints. Single-threaded.
 *
 * <p>Layout written: read, accepted, late, bad, filtered, each 8 bytes.
 */
public final class RowCounts implements OperatorState {

    private static final int READ = 0;
    private static final int ACCEPTED = 1;
    private static final int LATE = 2;
    private static final int BAD = 3;
    private static final int FILTERED = 4;

    private final long[] counts = new long[5];

    void addRead(long rows) {
        counts[READ] += rows;
    }

    void addAccepted(long rows) {
        counts[ACCEPTED] += rows;
    }

    void addLate() {
        counts[LATE]++;
    }

    void addBad() {
        counts[BAD]++;
    }

    void addFiltered(long rows) {
        counts[FILTERED] += rows;
    }

    /** Rows that the source held in the ranges read. */
    public long read() {
        return counts[READ];
    }

    /** Rows that took the ordinary way. */
    public long accepted() {
        return counts[ACCEPTED];
    }

    /** Rows that every operator judging lateness had to leave out. */
    public long late() {
        return counts[LATE];
    }

    /** Rows that did not parse, or whose evaluation failed before the first operator that keeps state. */
    public long bad() {
        return counts[BAD];
    }

    /** Rows that the connector left out. */
    public long filtered() {
        return counts[FILTERED];
    }

    /** Rows read whose fate is not yet known: none, between two epochs. */
    long open() {
        return read() - accepted() - late() - bad() - filtered();
    }

    @Override
    public String layout() {
        return "row-counts/1";
    }

    @Override
    public void write(DataOutput out) throws IOException {
        for (long count : counts) {
            out.writeLong(count);
        }
    }

    @Override
    public void load(DataInput in) throws IOException {
        for (int i = 0; i < counts.length; i++) {
            counts[i] = in.readLong();
        }
    }

    @Override
    public long rows() {
        return 1;
    }

    @Override
    public long sizeBytes() {
        return (long) counts.length * Long.BYTES;
    }

    @Override
    public String toString() {
        return Arrays.toString(counts);
    }
}
