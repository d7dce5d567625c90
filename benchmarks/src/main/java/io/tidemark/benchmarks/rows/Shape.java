package io.tidemark.benchmarks.rows;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Objects;

/**
 * The rows that are read: their columns, how they are computed from the number of a row in SQL that both servers understand, and how a client reads
 * them, each column with the getter for its type.
 */
enum Shape {
    /** Two numbers. */
    NARROW("id BIGINT NOT NULL, n INT NOT NULL", "id, CAST(MOD(id * 7919, 100003) AS INT)") {
        @Override
        void read(ResultSet row, RowDigest digest) throws SQLException {
            digest.add(row.getLong(1));
            digest.add(row.getInt(2));
        }
    },

    /** Ten columns of as many types as tables usually have, four of which may be NULL. */
    WIDE(
            "id BIGINT NOT NULL, n INT, price DECIMAL(12, 2) NOT NULL, amount DOUBLE PRECISION, sold_at TIMESTAMP(3) NOT NULL,"
                    + " sold_on DATE NOT NULL, paid BOOLEAN NOT NULL, name VARCHAR(40) NOT NULL, city VARCHAR(20), note VARCHAR(60)",
            "id, CASE WHEN MOD(id, 10) = 0 THEN NULL ELSE CAST(MOD(id * 7919, 100003) AS INT) END,"
                    + " CAST(MOD(id * 31, 1000000) / 100.0 AS DECIMAL(12, 2)),"
                    + " CASE WHEN MOD(id, 7) = 0 THEN NULL ELSE CAST(MOD(id * 13, 100000) AS DOUBLE PRECISION) / 64 END,"
                    + " CAST(TIMESTAMPADD(SECOND, CAST(id AS INT), TIMESTAMP '2024-01-01 00:00:00') AS TIMESTAMP(3)),"
                    + " CAST(TIMESTAMPADD(SECOND, CAST(id AS INT), TIMESTAMP '2024-01-01 00:00:00') AS DATE),"
                    + " MOD(id, 3) = 0, 'customer ' || CAST(MOD(id * 7919, 100003) AS VARCHAR(10)),"
                    + " CASE MOD(id, 5) WHEN 0 THEN NULL WHEN 1 THEN 'Amsterdam' WHEN 2 THEN 'Brno' WHEN 3 THEN 'Kathmandu' ELSE 'Lagos' END,"
                    + " CASE WHEN MOD(id, 4) = 0 THEN NULL ELSE 'left at the door of number ' || CAST(MOD(id, 900) AS VARCHAR(10)) END") {
        @Override
        void read(ResultSet row, RowDigest digest) throws SQLException {
            digest.add(row.getLong(1));
            digest.add(row.getInt(2));
            digest.add(row.wasNull() ? 1 : 0);
            BigDecimal price = row.getBigDecimal(3);
            digest.add(price.unscaledValue().longValue() * 31 + price.scale());
            digest.add(Double.doubleToLongBits(row.getDouble(4)));
            digest.add(row.wasNull() ? 1 : 0);
            digest.add(row.getTimestamp(5).getTime());
            digest.add(row.getDate(6).getTime());
            digest.add(row.getBoolean(7) ? 1 : 0);
            digest.add(row.getString(8));
            digest.add(row.getString(9));
            digest.add(row.getString(10));
        }
    },

    /** Some texts, one of them long, not all of them ASCII. */
    TEXT(
            "id BIGINT NOT NULL, title VARCHAR(60) NOT NULL, body VARCHAR(300) NOT NULL, author VARCHAR(40) NOT NULL",
            "id, 'On the ways of row ' || CAST(id AS VARCHAR(10)),"
                    + " 'It was number ' || CAST(id AS VARCHAR(10)) || ' of those that came down the river that year, and like each before it'"
                    + " || ' it was counted, noted and let go; what became of it nobody at the weir can say, for the book ends here.',"
                    + " 'Božena Řeháková, desk ' || CAST(MOD(id, 97) AS VARCHAR(10))") {
        @Override
        void read(ResultSet row, RowDigest digest) throws SQLException {
            digest.add(row.getLong(1));
            digest.add(row.getString(2));
            digest.add(row.getString(3));
            digest.add(row.getString(4));
        }
    };

    private final String columns;
    private final String expressions;

    Shape(String columns, String expressions) {
        this.columns = columns;
        this.expressions = expressions;
    }

    /** Reads the row at which a result stands. */
    abstract void read(ResultSet row, RowDigest digest) throws SQLException;

    String table() {
        return name().toLowerCase(Locale.ROOT) + "_rows";
    }

    String create() {
        return "CREATE TABLE " + table() + " (" + columns + ", PRIMARY KEY (id))";
    }

    /** Fills the table with so many rows, a multiple of 1,000, from a table {@code numbers (n BIGINT)} with the numbers from 0 to 999. */
    String fill(int rows) {
        return "INSERT INTO " + table() + " SELECT " + expressions
                + " FROM (SELECT a.n * 1000 + b.n AS id FROM numbers a, numbers b WHERE a.n < " + rows / 1000
                + ") AS t";
    }

    String select() {
        return "SELECT * FROM " + table();
    }

    /** What has been read, independent of the order of the rows. */
    static final class RowDigest {

        private long rows;
        private long sum;
        private long row;
        private long valueBytes;

        void add(long value) {
            row = row * 1_000_003 + value;
            valueBytes += Long.BYTES;
        }

        void add(String value) {
            row = row * 1_000_003 + Objects.hashCode(value);
            valueBytes += value == null ? 0 : value.length();
        }

        void endRow() {
            sum += row ^ (row >>> 29);
            row = 0;
            rows++;
        }

        long rows() {
            return rows;
        }

        long sum() {
            return sum;
        }

        /** Numbers as eight bytes, texts as one a character. */
        long valueBytes() {
            return valueBytes;
        }
    }
}
