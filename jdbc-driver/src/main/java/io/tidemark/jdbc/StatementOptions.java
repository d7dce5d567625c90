package io.tidemark.jdbc;

import io.tidemark.jdbc.error.Failures;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The options of a statement, prepared or not: which values each may have, and those that Avatica's statements do not keep.
 *
 * <p><b>Errors</b>: 22023 for a value that an option never has, 0A000 for one that it does not have here.
 */
final class StatementOptions {

    private boolean poolable;

    StatementOptions(boolean poolable) {
        this.poolable = poolable;
    }

    boolean isPoolable() {
        return poolable;
    }

    void poolable(boolean mayBePooled) {
        poolable = mayBePooled;
    }

    /** How many rows a message carries at most; JDBC's zero leaves it to the driver. */
    static int fetchSize(int rows, int byDefault) throws SQLException {
        if (rows < 0) {
            throw Failures.invalid("the fetch size is " + rows + ", expected 0 or more");
        }
        return rows == 0 ? byDefault : rows;
    }

    /** Rows come in one direction; a hint that they will be read in no particular one is taken. */
    static void requireForward(int direction) throws SQLException {
        switch (direction) {
            case ResultSet.FETCH_FORWARD:
            case ResultSet.FETCH_UNKNOWN:
                return;
            case ResultSet.FETCH_REVERSE:
                throw Failures.forwardOnly();
            default:
                throw Failures.invalid("the fetch direction is " + direction + ", expected one of ResultSet");
        }
    }

    static void requireWholeFields(int greatestBytes) throws SQLException {
        if (greatestBytes != 0) {
            throw Failures.unsupported("values are never cut off; leave the greatest size at 0");
        }
    }

    static long maxRows(long rows) throws SQLException {
        if (rows < 0) {
            throw Failures.invalid("the greatest number of rows is " + rows + ", expected 0 or more");
        }
        return rows;
    }

    /** A timeout that Avatica can count in milliseconds. */
    static int timeoutSeconds(int seconds) throws SQLException {
        if (seconds < 0) {
            throw Failures.invalid("the timeout is " + seconds + " s, expected 0 or more");
        }
        return Math.min(seconds, Integer.MAX_VALUE / 1000);
    }
}
