package io.tidemark.benchmarks.nexmark;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * What one engine took for one query.
 *
 * @param refusal why the engine does not run the query; empty if it does
 * @param events how many events there were
 * @param rows how many rows the query read, each table counted once
 * @param seconds what each run took by the clock
 * @param processorNanos processor time of the whole process in all these runs
 * @param resultRows how many rows the result has
 * @param changes how many changes came out
 * @param hash the result's rows
 * @param peakMib the most memory that the process ever had
 * @param stateMib what the heap held more with the query's state; below 0 where it was not looked at
 * @param emits APPEND or UPDATE
 */
public record Measurement(
        String refusal,
        long events,
        long rows,
        List<Double> seconds,
        long processorNanos,
        long resultRows,
        long changes,
        long hash,
        long peakMib,
        long stateMib,
        String emits) {

    public Measurement {
        seconds = List.copyOf(seconds);
    }

    /** One of an engine that refuses the query. */
    public static Measurement refused(String reason) {
        return new Measurement(reason, 0, 0, List.of(), 0, 0, 0, 0, 0, -1, "");
    }

    /** The median of the runs. */
    double medianSeconds() {
        return seconds.stream().sorted().toList().get(seconds.size() / 2);
    }

    /** Nanoseconds a row by the clock. */
    double nanosPerRow() {
        return medianSeconds() * 1e9 / rows;
    }

    /** Nanoseconds of processor time a row. */
    double processorNanosPerRow() {
        return (double) processorNanos / seconds.size() / rows;
    }

    /** Writes it to a file, which is there whole or not at all. */
    public void write(Path file) throws IOException {
        Properties values = new Properties();
        values.setProperty("refusal", refusal);
        values.setProperty("events", Long.toString(events));
        values.setProperty("rows", Long.toString(rows));
        values.setProperty("seconds", seconds.stream().map(String::valueOf).collect(Collectors.joining(" ")));
        values.setProperty("processorNanos", Long.toString(processorNanos));
        values.setProperty("resultRows", Long.toString(resultRows));
        values.setProperty("changes", Long.toString(changes));
        values.setProperty("hash", Long.toString(hash));
        values.setProperty("peakMib", Long.toString(peakMib));
        values.setProperty("stateMib", Long.toString(stateMib));
        values.setProperty("emits", emits);
        Path parent = Files.createDirectories(file.toAbsolutePath().getParent());
        Path part = parent.resolve(file.getFileName() + ".part");
        try (Writer out = Files.newBufferedWriter(part)) {
            values.store(out, null);
        }
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Reads one from a file, if it is there. */
    static Optional<Measurement> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Properties values = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            values.load(in);
        }
        return Optional.of(new Measurement(
                values.getProperty("refusal"),
                number(values, "events"),
                number(values, "rows"),
                Arrays.stream(values.getProperty("seconds").split(" "))
                        .filter(text -> !text.isEmpty())
                        .map(Double::valueOf)
                        .toList(),
                number(values, "processorNanos"),
                number(values, "resultRows"),
                number(values, "changes"),
                number(values, "hash"),
                number(values, "peakMib"),
                number(values, "stateMib"),
                values.getProperty("emits")));
    }

    private static long number(Properties values, String name) {
        return Long.parseLong(values.getProperty(name));
    }
}
