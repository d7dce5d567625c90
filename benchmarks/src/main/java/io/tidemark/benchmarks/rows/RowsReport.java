package io.tidemark.benchmarks.rows;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints what was found of both servers beside each other. */
final class RowsReport {

    private static final double MIB = 1 << 20;
    private static final String READS = "%-8s %-9s %6s %10s %7s %9s %7s %7s %6s %5s  %s%n";
    private static final String CALLS = "%-16s %-9s %8s %8s %8s %8s%n";

    private final int rows;

    RowsReport(int rows) {
        this.rows = rows;
    }

    void print(
            List<Shape> shapes,
            Map<Shape, List<Findings>> own,
            Map<Shape, List<Findings>> other,
            List<Findings> ownCalls,
            List<Findings> otherCalls) {
        System.out.printf(
                Locale.ROOT,
                READS,
                "rows",
                "driver",
                "fetch",
                "rows/s",
                "MiB/s",
                "first ms",
                "CPU cl.",
                "CPU se.",
                "heap",
                "RSS",
                "tried, or what is wrong");
        for (Shape shape : shapes) {
            List<Findings> ours = own.getOrDefault(shape, List.of());
            List<Findings> theirs = other.getOrDefault(shape, List.of());
            read(shape, "Tidemark", ours);
            if (!other.isEmpty()) {
                read(shape, "Avatica", theirs);
            }
            if (!ours.isEmpty() && !theirs.isEmpty()) {
                compare(ours.get(0), theirs.get(0));
            }
        }
        System.out.printf(Locale.ROOT, "%n" + CALLS, "statement", "driver", "p50 µs", "p99 µs", "CPU cl.", "CPU se.");
        for (int i = 0; i < ownCalls.size(); i++) {
            call("Tidemark", ownCalls.get(i));
            if (i < otherCalls.size()) {
                call("Avatica", otherCalls.get(i));
            }
        }
    }

    private void read(Shape shape, String driver, List<Findings> found) {
        if (found.isEmpty()) {
            System.out.printf(Locale.ROOT, READS, shape, driver, "", "", "", "", "", "", "", "", "FAILED, see above");
            return;
        }
        Findings of = found.get(0);
        double seconds = of.number("seconds");
        System.out.printf(
                Locale.ROOT,
                READS,
                shape,
                driver,
                of.text("fetchSize").equals("0") ? "own" : of.text("fetchSize"),
                Math.round(of.whole("rows") / seconds),
                String.format(Locale.ROOT, "%.1f", of.whole("valueBytes") / MIB / seconds),
                of.text("firstRowMillis"),
                Math.round(of.number("clientNanos")),
                Math.round(of.number("serverNanos")),
                Math.round(of.number("heapMib")),
                of.text("residentMib"),
                of.whole("rows") == rows ? of.text("tried") : "WRONG: " + of.whole("rows") + " rows");
    }

    private static void compare(Findings ours, Findings theirs) {
        double processor = (theirs.number("clientNanos") + theirs.number("serverNanos"))
                / (ours.number("clientNanos") + ours.number("serverNanos"));
        System.out.printf(
                Locale.ROOT,
                "         Tidemark: %.1f times as fast, %.1f times less processor time; rows: %s%n",
                theirs.number("seconds") / ours.number("seconds"),
                processor,
                ours.text("sum").equals(theirs.text("sum")) ? "the same" : "DIFFERENT");
    }

    private static void call(String driver, Findings of) {
        System.out.printf(
                Locale.ROOT,
                CALLS,
                of.text("statement").replace('_', ' '),
                driver,
                Math.round(of.number("p50")),
                Math.round(of.number("p99")),
                Math.round(of.number("clientMicros")),
                Math.round(of.number("serverMicros")));
    }
}
