package io.tidemark.shell.chart;

import io.tidemark.shell.chart.ChartData.Series;
import io.tidemark.shell.format.Cell;
import io.tidemark.shell.script.CommandException;
import io.tidemark.shell.session.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws a result.
 *
 * @param request what is asked for
 * @param glyphs what it is drawn with
 */
public record Chart(ChartRequest request, Glyphs glyphs) {

    private static final int NARROWEST_BAR = 5;
    private static final int LOWEST_CURVE = 4;

    /**
     * The lines of a chart.
     *
     * @param width columns of the terminal
     * @param height lines that there are; a chart of bars shows as many rows as fit
     * @throws CommandException if the result has no such columns, or no numbers
     */
    public List<String> draw(Rows rows, int width, int height) throws CommandException {
        ChartData data = ChartData.of(rows, request.columns());
        if (data.labels().isEmpty()) {
            return List.of("(no rows)");
        }
        return switch (type(data)) {
            case BAR -> bars(data, width, height);
            case LINE -> curves(data, width, height);
            case SPARK -> sparks(data, width);
        };
    }

    /** Whether it is drawn as bars, which take a line for each row. <b>Errors</b>: as {@link #draw}. */
    public boolean isOfBars(Rows rows) throws CommandException {
        return type(ChartData.of(rows, request.columns())) == ChartType.BAR;
    }

    private ChartType type(ChartData data) {
        return request.type().orElse(data.timed() && data.labels().size() > 2 ? ChartType.LINE : ChartType.BAR);
    }

    private List<String> bars(ChartData data, int width, int height) {
        Series series = data.series().get(0);
        boolean all = data.labels().size() < height;
        int shown = all ? data.labels().size() : Math.max(1, height - 2);
        int labelWidth = Math.min(
                Math.max(1, width / 3),
                data.labels().stream().limit(shown).mapToInt(Cell::width).max().orElse(0));
        List<String> values = new ArrayList<>();
        for (int i = 0; i < shown; i++) {
            values.add(
                    Double.isNaN(series.values().get(i))
                            ? "NULL"
                            : number(series.values().get(i)));
        }
        int valueWidth = values.stream().mapToInt(String::length).max().orElse(0);
        int room = Math.max(NARROWEST_BAR, width - labelWidth - valueWidth - 5);
        double low = Math.min(0, series.least());
        double high = Math.max(0, series.greatest());
        double perColumn = high > low ? room / (high - low) : 0;
        int below = (int) Math.ceil(-low * perColumn);
        List<String> lines = new ArrayList<>();
        lines.add(" " + Cell.padRight("", labelWidth) + " " + glyphs.axis() + " " + series.name());
        for (int i = 0; i < shown; i++) {
            double length =
                    Double.isFinite(series.values().get(i)) ? series.values().get(i) * perColumn : 0;
            String bar = length < 0
                    ? Cell.padLeft(glyphs.bar(Math.floor(0.5 - length)), below)
                    : " ".repeat(below) + glyphs.bar(Math.min(length, room - below));
            lines.add(" " + Cell.padRight(Cell.cut(data.labels().get(i), labelWidth, glyphs.more()), labelWidth) + " "
                    + glyphs.axis() + bar + " " + values.get(i));
        }
        if (!all) {
            lines.add(" " + glyphs.more() + " " + (data.labels().size() - shown) + " more rows");
        }
        return lines;
    }

    private List<String> curves(ChartData data, int width, int height) {
        List<String> lines = new ArrayList<>();
        int each = Math.max(LOWEST_CURVE, height / data.series().size() - 2);
        for (Series series : data.series()) {
            lines.addAll(new Curve(glyphs, width, each).draw(data, series));
        }
        return lines;
    }

    private List<String> sparks(ChartData data, int width) {
        int nameWidth = data.series().stream()
                .mapToInt(series -> Cell.width(series.name()))
                .max()
                .orElse(0);
        List<String> lines = new ArrayList<>();
        for (Series series : data.series()) {
            List<Double> values = series.values();
            String figures = " " + number(series.least()) + " to " + number(series.greatest()) + ", last "
                    + number(values.get(values.size() - 1));
            int room = Math.max(NARROWEST_BAR, width - nameWidth - figures.length() - 3);
            int columns = Math.min(room, values.size());
            StringBuilder line = new StringBuilder(" " + Cell.padRight(series.name(), nameWidth) + " ");
            for (int i = 0; i < columns; i++) {
                line.append(level(series, mean(values, i, columns)));
            }
            lines.add(line + figures);
        }
        return lines;
    }

    private char level(Series series, double value) {
        double span = series.greatest() - series.least();
        return Double.isNaN(value) ? ' ' : glyphs.level(span == 0 ? 0 : (value - series.least()) / span);
    }

    /** The mean of the values that fall into one of so many columns. */
    private static double mean(List<Double> values, int column, int columns) {
        int from = (int) ((long) column * values.size() / columns);
        int to = (int) ((column + 1L) * values.size() / columns);
        double sum = 0;
        int count = 0;
        for (int i = from; i < to; i++) {
            if (Double.isFinite(values.get(i))) {
                sum += values.get(i);
                count++;
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }

    /** A number for people: thousands apart, and not more than five digits where there is a fraction. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return String.valueOf(value);
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        double size = Math.abs(value);
        if (size >= 1e15 || size < 1e-4) {
            return String.format(Locale.ROOT, "%.3e", value);
        }
        int digits = size >= 1000 ? 1 : size >= 100 ? 2 : size >= 1 ? 3 : 5;
        return String.format(Locale.ROOT, "%,." + digits + "f", value).replaceFirst("\\.?0+$", "");
    }
}
