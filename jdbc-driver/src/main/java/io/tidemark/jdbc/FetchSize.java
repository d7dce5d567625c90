package io.tidemark.jdbc;

import java.sql.SQLException;

/** The number of rows that one message carries at most. */
final class FetchSize {

    private FetchSize() {}

    /** JDBC's zero leaves the number to the driver. */
    static int checked(int rows, int byDefault) throws SQLException {
        if (rows < 0) {
            throw new SQLException("the fetch size is " + rows + ", expected 0 or more", "22023");
        }
        return rows == 0 ? byDefault : rows;
    }
}
