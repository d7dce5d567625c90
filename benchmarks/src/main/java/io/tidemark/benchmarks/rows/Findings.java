package io.tidemark.benchmarks.rows;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Figures by name, as a line that one process prints and another reads. */
final class Findings {

    private static final String MARK = "found ";

    private final Map<String, String> values = new LinkedHashMap<>();

    /** Whether a line has figures. */
    static boolean isIn(String line) {
        return line.startsWith(MARK);
    }

    static Findings parse(String line) {
        Findings findings = new Findings();
        for (String each : line.substring(MARK.length()).split(" ", -1)) {
            int equals = each.indexOf('=');
            findings.values.put(each.substring(0, equals), each.substring(equals + 1));
        }
        return findings;
    }

    Findings with(String name, double value) {
        values.put(name, String.format(Locale.ROOT, "%.3f", value));
        return this;
    }

    Findings with(String name, long value) {
        values.put(name, Long.toString(value));
        return this;
    }

    /** A word without blanks. */
    Findings with(String name, String value) {
        values.put(name, value);
        return this;
    }

    double number(String name) {
        return Double.parseDouble(text(name));
    }

    long whole(String name) {
        return Long.parseLong(text(name));
    }

    /** A value; {@code -} if there is none. */
    String text(String name) {
        return values.getOrDefault(name, "-");
    }

    /** The value of the sorted numbers below which the part lies. */
    static double percentile(double[] sorted, double part) {
        return sorted[(int) Math.min(sorted.length - 1L, Math.round(part * (sorted.length - 1)))];
    }

    static double median(double[] numbers) {
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        return percentile(sorted, 0.5);
    }

    @Override
    public String toString() {
        StringBuilder line = new StringBuilder(MARK.strip());
        values.forEach(
                (name, value) -> line.append(' ').append(name).append('=').append(value));
        return line.toString();
    }
}
