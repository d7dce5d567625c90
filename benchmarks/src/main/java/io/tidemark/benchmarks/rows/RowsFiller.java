package io.tidemark.benchmarks.rows;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A client that makes the tables and fills them. Arguments: the URL, how many rows, and the shapes. */
public final class RowsFiller {

    private RowsFiller() {}

    /** Fills. */
    public static void main(String[] arguments) throws SQLException {
        int rows = Integer.parseInt(arguments[1]);
        try (Connection connection = DriverManager.getConnection(arguments[0]);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE numbers (n BIGINT)");
            statement.execute("INSERT INTO numbers VALUES "
                    + IntStream.range(0, 1000).mapToObj(n -> "(" + n + ")").collect(Collectors.joining(", ")));
            for (String shape : arguments[2].split(",", -1)) {
                statement.execute(Shape.valueOf(shape).create());
                statement.execute(Shape.valueOf(shape).fill(rows));
            }
        }
    }
}
