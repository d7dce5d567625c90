package io.tidemark.shell.chart;

import io.tidemark.shell.format.Cell;
import io.tidemark.shell.format.Column;
import io.tidemark.shell.script.CommandException;
import io.tidemark.shell.session.Rows;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a result that a chart is drawn of.
 *
 * @param labels a text for each row
 * @param places where each row stands on the horizontal axis: the time of its label where all are times in order, else its number
 * @param timed whether places are times
 * @param series the columns of numbers
 */
record ChartData(List<String> labels, List<Double> places, boolean timed, List<Series> series) {

    private static final LocalDateTime START = LocalDateTime.of(1970, 1, 1, 0, 0);
    private static final double MICROS = 1e6;

    /**
     * A column of numbers.
     *
     * @param values NaN where there is none
     */
    record Series(String name, List<Double> values) {

        double least() {
            return values.stream()
                    .filter(Double::isFinite)
                    .mapToDouble(Double::doubleValue)
                    .min()
                    .orElse(0);
        }

        double greatest() {
            return values.stream()
                    .filter(Double::isFinite)
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElse(0);
        }
    }

    /** Chooses the columns. <b>Errors</b>: one that is asked for is not there or has no numbers, or there are no numbers at all. */
    static ChartData of(Rows rows, List<String> columns) throws CommandException {
        List<Integer> asked = new ArrayList<>();
        for (String column : columns) {
            asked.add(place(rows, column));
        }
        int label = asked.size() > 1 ? asked.get(0) : label(rows, asked);
        List<Integer> numbers = new ArrayList<>(asked.size() > 1 ? asked.subList(1, asked.size()) : asked);
        for (int i = 0; i < rows.columns().size() && asked.isEmpty(); i++) {
            if (i != label && isNumber(rows, i)) {
                numbers.add(i);
            }
        }
        if (numbers.isEmpty()) {
            throw new CommandException("the result has no column of numbers to draw; a chart needs one");
        }
        List<Series> series = new ArrayList<>();
        for (int column : numbers) {
            if (!isNumber(rows, column)) {
                throw new CommandException(
                        "column \"" + rows.columns().get(column).label() + "\" has no numbers");
            }
            series.add(new Series(rows.columns().get(column).label(), values(rows, column)));
        }
        List<String> labels = labels(rows, label);
        Optional<List<Double>> times = times(labels);
        List<Double> numbered =
                IntStream.range(0, labels.size()).asDoubleStream().boxed().toList();
        return new ChartData(labels, times.orElse(numbered), times.isPresent(), series);
    }

    private static int place(Rows rows, String name) throws CommandException {
        String plain = name.startsWith("\"") && name.endsWith("\"") && name.length() > 1
                ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
                : name;
        for (int i = 0; i < rows.columns().size(); i++) {
            if (rows.columns().get(i).label().equalsIgnoreCase(plain)) {
                return i;
            }
        }
        throw new CommandException("the result has no column \"" + plain + "\"; it has "
                + String.join(", ", rows.columns().stream().map(Column::label).toList()));
    }

    /** The first column that has no numbers; if all have, and there are two, the first; else none. */
    private static int label(Rows rows, List<Integer> numbers) {
        for (int i = 0; i < rows.columns().size(); i++) {
            if (!isNumber(rows, i)) {
                return i;
            }
        }
        boolean several = rows.columns().size() > 1 && !numbers.contains(0);
        return several ? 0 : -1;
    }

    private static boolean isNumber(Rows rows, int column) {
        return rows.columns().get(column).kind() == Column.Kind.NUMBER;
    }

    private static List<String> labels(Rows rows, int column) {
        return IntStream.range(0, rows.rows().size())
                .mapToObj(row -> column < 0
                        ? String.valueOf(row + 1)
                        : Cell.text(rows.rows().get(row).get(column)))
                .toList();
    }

    private static List<Double> values(Rows rows, int column) {
        return rows.rows().stream().map(row -> number(row.get(column))).toList();
    }

    private static double number(@Nullable String text) {
        try {
            return text == null ? Double.NaN : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static Optional<List<Double>> times(List<String> labels) {
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            Optional<Double> time = time(labels.get(i));
            if (time.isEmpty() || (i > 0 && time.get() < times.get(i - 1))) {
                return Optional.empty();
            }
            times.add(time.get());
        }
        return times.isEmpty() ? Optional.empty() : Optional.of(times);
    }

    /** Seconds since 1970 of a date or time as the shell writes it; a zone behind it does not matter to the distances. */
    private static Optional<Double> time(String text) {
        if (!text.matches("\\d{4}-\\d\\d-\\d\\d.*")) {
            return Optional.empty();
        }
        try {
            if (text.length() == 10) {
                return Optional.of((double) LocalDate.parse(text).toEpochDay() * 86_400);
            }
            LocalDateTime time =
                    LocalDateTime.parse(text.replace(' ', 'T').replaceFirst("(Z|[+-]\\d\\d:?\\d\\d)$", ""));
            return Optional.of(ChronoUnit.MICROS.between(START, time) / MICROS);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
