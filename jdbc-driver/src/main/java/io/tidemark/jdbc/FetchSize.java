package io.tidemark.jdbc;

import io.tidemark.jdbc.error.Failures;
import java.sql.ResultSet;
import java.sql.SQLException;

/** How rows are fetched: so many at most in one message, and forward. */
final class FetchSize {

    private FetchSize() {}

    /** JDBC's zero leaves the number to the driver. */
    static int checked(int rows, int byDefault) throws SQLException {
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
}
