package io.tidemark.benchmarks.nexmark;

import java.math.BigDecimal;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The sum of all changes of a result, as a number of rows and a hash that depends neither on their order nor on how they were cut into epochs. Both
 * engines' results go in value by value: {@link #value} for each column, then {@link #endRow}.
 *
 * <p>What a query leaves open is left out: which of two equal rows comes first, and what depends on the clock. So are floating-point values, because sums
 * of them depend on the order, and averages, which are of different types.
 */
public final class ResultDigest {

    private static final long FACTOR = 0x9e3779b97f4a7c15L;

    /** The columns that count, by their index, where not all do. */
    private static final Map<String, int[]> DETERMINED = Map.of(
            "q4", new int[] {0},
            "q6", new int[] {0},
            "q12", new int[] {},
            "q17", new int[] {0, 1, 2, 3, 4, 5, 6, 7, 9},
            "q18", new int[] {0, 1, 5},
            "q19", new int[] {0, 2, 7});

    private final int @Nullable [] counted;
    private long row = 1;
    private long rows;
    private long hash;
    private long changes;

    /** A digest of what a query gives. */
    public ResultDigest(String query) {
        this.counted = DETERMINED.get(query);
    }

    /** The indexes of the columns that count, of so many. */
    public int[] countedColumns(int columns) {
        return counted != null ? counted : IntStream.range(0, columns).toArray();
    }

    /** Adds the next value of a row: a text, a whole number, a decimal; anything else counts as nothing. Times are in micros. */
    public void value(@Nullable Object value) {
        row = (row ^ hash(value)) * FACTOR;
        row ^= row >>> 29;
    }

    private static long hash(@Nullable Object value) {
        if (value == null) {
            return 1;
        }
        if (value instanceof Long number) {
            return number * FACTOR;
        }
        if (value instanceof BigDecimal number) {
            BigDecimal shortest = number.stripTrailingZeros();
            return shortest.scale() <= 0 ? shortest.longValue() * FACTOR : shortest.hashCode();
        }
        return value instanceof String text ? text.hashCode() : 0;
    }

    /** Ends a row, which came so many times or, with a negative number, was taken back. */
    public void endRow(int weight) {
        rows += weight;
        changes += Math.abs(weight);
        hash += weight * row;
        row = 1;
    }

    /** Adds another part of the same result. */
    public void add(ResultDigest other) {
        rows += other.rows;
        changes += other.changes;
        hash += other.hash;
    }

    /** How many rows the result has. */
    public long rows() {
        return rows;
    }

    /** How many changes there were. */
    public long changes() {
        return changes;
    }

    /** The rows' hash. */
    public long hash() {
        return hash;
    }

    /** Whether another result has the same rows. */
    boolean isSame(ResultDigest other) {
        return rows == other.rows && hash == other.hash;
    }
}
