package io.tidemark.benchmarks.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads the same rows from Tidemark through its driver, and from Avatica's own server over H2 through Avatica's own driver, and prints both beside
 * each other. Arguments: the class path of {@code benchmarks/avatica}, empty for Tidemark alone, and the shapes to be read, all unless given.
 *
 * <p>Properties: {@code rows}, {@code warmups}, {@code runs}, {@code statements}, and {@code child.options} for all processes that are started.
 */
public final class RowsBenchmark {

    private static final String SERVER_HEAP = "2g";
    private static final String CLIENT_HEAP = "64m";
    private static final String PACKAGE = "io.tidemark.benchmarks.rows.";
    private static final String OTHER_SERVER = "io.tidemark.benchmarks.avatica.AvaticaProcess";

    /** Avatica's default, and sizes from which it gains. */
    private static final String OTHER_FETCH_SIZES = "100,1000,5000,10000";

    private static final String OWN_FETCH_SIZE = "0";

    private final int rows = Integer.getInteger("rows", 1_000_000);
    private final String warmUps = System.getProperty("warmups", "3");
    private final String runs = System.getProperty("runs", "5");
    private final int statements = Integer.getInteger("statements", 5_000);
    private final List<Shape> shapes;

    /** What was found of one server. */
    private record Side(Map<Shape, List<Findings>> reads, List<Findings> calls) {}

    private RowsBenchmark(List<Shape> shapes) {
        this.shapes = shapes;
    }

    /** Runs it and prints the tables. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<Shape> shapes = new ArrayList<>();
        for (int i = 1; i < arguments.length; i++) {
            shapes.add(Shape.valueOf(arguments[i]));
        }
        new RowsBenchmark(shapes.isEmpty() ? List.of(Shape.values()) : shapes).run(arguments[0]);
    }

    private void run(String otherClassPath) throws IOException, InterruptedException {
        String classPath = System.getProperty("java.class.path");
        Side own = measure(classPath, PACKAGE + "TidemarkProcess", OWN_FETCH_SIZE);
        Side other = otherClassPath.isEmpty()
                ? new Side(Map.of(), List.of())
                : measure(otherClassPath, OTHER_SERVER, OTHER_FETCH_SIZES);
        new RowsReport(rows).print(shapes, own.reads(), other.reads(), own.calls(), other.calls());
    }

    private Side measure(String classPath, String server, String fetchSizes) throws IOException, InterruptedException {
        try (MeasuredProcess serving = MeasuredProcess.start(classPath, SERVER_HEAP, server)) {
            String url = serving.url();
            say("filling " + url);
            client(
                    classPath,
                    "RowsFiller",
                    url,
                    Integer.toString(rows),
                    shapes.stream().map(Shape::name).collect(Collectors.joining(",")));
            Map<Shape, List<Findings>> reads = new EnumMap<>(Shape.class);
            for (Shape shape : shapes) {
                say("reading " + shape + " from " + url);
                reads.put(
                        shape,
                        client(classPath, "RowsReader", url, serving.id(), shape.name(), fetchSizes, warmUps, runs));
            }
            say("statements to " + url);
            String count = Integer.toString(statements);
            List<Findings> calls = shapes.contains(Shape.WIDE)
                    ? client(classPath, "StatementCaller", url, serving.id(), Integer.toString(rows), count, count)
                    : List.of();
            return new Side(reads, calls);
        }
    }

    private static List<Findings> client(String classPath, String main, String... arguments)
            throws IOException, InterruptedException {
        try (MeasuredProcess client = MeasuredProcess.start(classPath, CLIENT_HEAP, PACKAGE + main, arguments)) {
            return client.findings();
        }
    }

    private static void say(String what) {
        System.err.println(what);
    }
}
