package io.tidemark.benchmarks.nexmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Prints what has been measured, a line for each query with both engines beside each other, and the geometric means. Arguments: the directory of what
 * has been found, and the queries.
 */
public final class NexmarkReport {

    private static final double MEGA = 1e6;

    private final Path directory;
    private double logarithms;
    private double processorLogarithms;
    private double slowest = Double.MAX_VALUE;
    private double largest;
    private int compared;
    private int different;

    private NexmarkReport(Path directory) {
        this.directory = directory;
    }

    /** Prints the report. */
    public static void main(String[] arguments) throws IOException {
        NexmarkReport report = new NexmarkReport(Path.of(arguments[0]));
        report.heading();
        for (int i = 1; i < arguments.length; i++) {
            report.line(arguments[i]);
        }
        report.summary();
    }

    private void heading() {
        print("", "events", "", "Tidemark", "", "", "", "", "Flink", "", "", "", "times", "times", "RSS", "");
        print(
                "query",
                "M",
                "emits",
                "M rows/s",
                "ns/row",
                "CPU ns",
                "RSS",
                "state",
                "M rows/s",
                "ns/row",
                "CPU ns",
                "RSS",
                "faster",
                "CPU",
                "part",
                "answer");
    }

    private void line(String query) throws IOException {
        Optional<Measurement> ours = Measurement.read(directory.resolve(query + ".tidemark"));
        Optional<Measurement> theirs = Measurement.read(directory.resolve(query + ".flink"));
        if (ours.isEmpty()) {
            print(query, "", "", "", "", "", "", "", "", "", "", "", "", "", "", "not measured");
            return;
        }
        Measurement own = ours.get();
        if (!own.refusal().isEmpty()) {
            print(query, "", "", "", "", "", "", "", "", "", "", "", "", "", "", own.refusal());
            return;
        }
        if (theirs.isEmpty() || !theirs.get().refusal().isEmpty()) {
            String reason = theirs.map(refused -> "Flink: " + refused.refusal()).orElse("");
            alone(query, own, reason);
            return;
        }
        both(query, own, theirs.get());
    }

    private void alone(String query, Measurement own, String reason) {
        print(
                query,
                number(own.events() / MEGA),
                own.emits(),
                number(1e3 / own.nanosPerRow()),
                number(own.nanosPerRow()),
                number(own.processorNanosPerRow()),
                own.peakMib(),
                own.stateMib(),
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                reason);
    }

    private void both(String query, Measurement own, Measurement flink) {
        double faster = flink.nanosPerRow() / own.nanosPerRow();
        double processor = flink.processorNanosPerRow() / own.processorNanosPerRow();
        double memory = (double) own.peakMib() / flink.peakMib();
        logarithms += Math.log(faster);
        processorLogarithms += Math.log(processor);
        slowest = Math.min(slowest, faster);
        largest = Math.max(largest, memory);
        compared++;
        String answer = query.equals("q12") ? "by the clock" : answer(own, flink);
        different += answer.equals("same") || answer.equals("by the clock") ? 0 : 1;
        print(
                query,
                number(own.events() / MEGA),
                own.emits(),
                number(1e3 / own.nanosPerRow()),
                number(own.nanosPerRow()),
                number(own.processorNanosPerRow()),
                own.peakMib(),
                own.stateMib(),
                number(1e3 / flink.nanosPerRow()),
                number(flink.nanosPerRow()),
                number(flink.processorNanosPerRow()),
                flink.peakMib(),
                number(faster),
                number(processor),
                String.format(Locale.ROOT, "%.2f", memory),
                answer);
    }

    private static String answer(Measurement own, Measurement flink) {
        if (own.events() != flink.events() || own.rows() != flink.rows()) {
            return "of other events";
        }
        if (own.resultRows() != flink.resultRows()) {
            return "DIFFERENT: " + own.resultRows() + " and " + flink.resultRows() + " rows";
        }
        return own.hash() == flink.hash() ? "same" : "DIFFERENT";
    }

    private void summary() {
        if (compared == 0) {
            return;
        }
        System.out.printf(
                Locale.ROOT,
                "%nTidemark beside Flink, %d queries: %.1f times as fast in the geometric mean, at least %.1f times;"
                        + " %.1f times in processor time; at most %.2f of the memory; %d answers differ.%n",
                compared,
                Math.exp(logarithms / compared),
                slowest,
                Math.exp(processorLogarithms / compared),
                largest,
                different);
    }

    private static String number(double number) {
        String format = number < 10 ? "%.2f" : number < 100 ? "%.1f" : "%.0f";
        return String.format(Locale.ROOT, format, number);
    }

    private static void print(Object... cells) {
        System.out.printf(
                Locale.ROOT, "%-5s %6s %6s | %8s %8s %8s %6s %6s | %8s %8s %8s %6s | %6s %6s %6s  %s%n", cells);
    }
}
