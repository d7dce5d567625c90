package io.tidemark.benchmarks.rows;

import io.tidemark.benchmarks.nexmark.ProcessFigures;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/**
 * A client that reads all rows of one shape several times. Arguments: the URL, the id of the server's process, the shape, the fetch sizes to be tried
 * (0 for the driver's own), and how many runs come first and how many count. The fastest fetch size is the one that counts.
 */
public final class RowsReader {

    private final Connection connection;
    private final Shape shape;
    private final HeapWatch heap = new HeapWatch();

    private record Run(double seconds, double firstRowSeconds, Shape.RowDigest digest) {}

    private RowsReader(Connection connection, Shape shape) {
        this.connection = connection;
        this.shape = shape;
    }

    /** Reads, and prints one line with what was found. */
    public static void main(String[] arguments) throws SQLException, IOException {
        ServerTime server = new ServerTime(Long.parseLong(arguments[1]));
        Shape shape = Shape.valueOf(arguments[2]);
        int[] fetchSizes = Arrays.stream(arguments[3].split(",", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
        try (Connection connection = DriverManager.getConnection(arguments[0])) {
            RowsReader reader = new RowsReader(connection, shape);
            int warmUps = Integer.parseInt(arguments[4]);
            for (int i = 0; i < warmUps; i++) {
                reader.read(fetchSizes[fetchSizes.length / 2]);
            }
            StringBuilder tried = new StringBuilder();
            int best = reader.fastest(fetchSizes, tried);
            System.out.println(reader.measure(best, Integer.parseInt(arguments[5]), server)
                    .with("tried", tried.length() == 0 ? "-" : tried.toString()));
        }
    }

    private int fastest(int[] fetchSizes, StringBuilder tried) throws SQLException {
        if (fetchSizes.length == 1) {
            return fetchSizes[0];
        }
        int best = fetchSizes[0];
        double least = Double.MAX_VALUE;
        for (int size : fetchSizes) {
            Run run = read(size);
            tried.append(tried.length() == 0 ? "" : ",")
                    .append(size)
                    .append(':')
                    .append(Math.round(run.digest().rows() / run.seconds() / 1000))
                    .append('k');
            if (run.seconds() < least) {
                least = run.seconds();
                best = size;
            }
        }
        return best;
    }

    private Findings measure(int fetchSize, int runs, ServerTime server) throws SQLException, IOException {
        double[] seconds = new double[runs];
        double[] first = new double[runs];
        long ownBefore = ProcessFigures.processorNanos();
        long serverBefore = server.nanos();
        Run last = read(fetchSize);
        seconds[0] = last.seconds();
        first[0] = last.firstRowSeconds();
        for (int i = 1; i < runs; i++) {
            last = read(fetchSize);
            seconds[i] = last.seconds();
            first[i] = last.firstRowSeconds();
        }
        double rows = (double) last.digest().rows() * runs;
        return new Findings()
                .with("rows", last.digest().rows())
                .with("sum", last.digest().sum())
                .with("valueBytes", last.digest().valueBytes())
                .with("fetchSize", fetchSize)
                .with("seconds", Findings.median(seconds))
                .with("firstRowMillis", Findings.median(first) * 1e3)
                .with("clientNanos", (ProcessFigures.processorNanos() - ownBefore) / rows)
                .with("serverNanos", (server.nanos() - serverBefore) / rows)
                .with("heapMib", heap.mostMib())
                .with("residentMib", ProcessFigures.peakMib());
    }

    private Run read(int fetchSize) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (fetchSize > 0) {
                statement.setFetchSize(fetchSize);
            }
            Shape.RowDigest digest = new Shape.RowDigest();
            long begin = System.nanoTime();
            long first = begin;
            try (ResultSet rows = statement.executeQuery(shape.select())) {
                while (rows.next()) {
                    if (digest.rows() == 0) {
                        first = System.nanoTime();
                    }
                    shape.read(rows, digest);
                    digest.endRow();
                }
            }
            long end = System.nanoTime();
            return new Run((end - begin) / 1e9, (first - begin) / 1e9, digest);
        }
    }
}
