package io.tidemark.benchmarks.rows;

import io.tidemark.benchmarks.nexmark.ProcessFigures;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Random;

/**
 * A client that executes statements with one row each, one after the other. Arguments: the URL, the id of the server's process, how many rows there
 * are, and how many statements come first and how many count.
 */
public final class StatementCaller {

    private final int first;
    private final int counted;
    private final ServerTime server;

    /** Executes a statement and gives the number in its row. */
    private interface Call {
        long execute(long key) throws SQLException;
    }

    private StatementCaller(int first, int counted, ServerTime server) {
        this.first = first;
        this.counted = counted;
        this.server = server;
    }

    /** Executes, and prints a line for each kind of statement. */
    public static void main(String[] arguments) throws SQLException {
        int rows = Integer.parseInt(arguments[2]);
        StatementCaller caller = new StatementCaller(
                Integer.parseInt(arguments[3]),
                Integer.parseInt(arguments[4]),
                new ServerTime(Long.parseLong(arguments[1])));
        String lookup = "SELECT id, n, name FROM " + Shape.WIDE.table() + " WHERE id = ";
        try (Connection connection = DriverManager.getConnection(arguments[0]);
                Statement statement = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement(lookup + "?")) {
            caller.measure("SELECT_1", rows, key -> {
                only(statement.executeQuery("SELECT 1"));
                return key;
            });
            caller.measure("lookup", rows, key -> only(statement.executeQuery(lookup + key)));
            caller.measure("prepared_lookup", rows, key -> {
                prepared.setLong(1, key);
                return only(prepared.executeQuery());
            });
        }
    }

    private static long only(ResultSet rows) throws SQLException {
        try (rows) {
            if (!rows.next()) {
                throw new IllegalStateException("there is no row");
            }
            long number = rows.getLong(1);
            if (rows.next()) {
                throw new IllegalStateException("there are two rows");
            }
            return number;
        }
    }

    private void measure(String kind, int rows, Call call) throws SQLException {
        Random random = new Random(1);
        for (int i = 0; i < first; i++) {
            checked(call, random.nextInt(rows));
        }
        double[] micros = new double[counted];
        long ownBefore = ProcessFigures.processorNanos();
        long serverBefore = server.nanos();
        for (int i = 0; i < counted; i++) {
            long begin = System.nanoTime();
            checked(call, random.nextInt(rows));
            micros[i] = (System.nanoTime() - begin) / 1e3;
        }
        long own = ProcessFigures.processorNanos() - ownBefore;
        long others = server.nanos() - serverBefore;
        Arrays.sort(micros);
        System.out.println(new Findings()
                .with("statement", kind)
                .with("p50", Findings.percentile(micros, 0.5))
                .with("p99", Findings.percentile(micros, 0.99))
                .with("clientMicros", own / 1e3 / counted)
                .with("serverMicros", others / 1e3 / counted));
    }

    private static void checked(Call call, long key) throws SQLException {
        long answer = call.execute(key);
        if (answer != key) {
            throw new IllegalStateException("the row of key " + key + " has key " + answer);
        }
    }
}
