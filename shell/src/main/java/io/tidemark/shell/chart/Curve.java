package io.tidemark.shell.chart;

import io.tidemark.shell.chart.ChartData.Series;
import io.tidemark.shell.format.Cell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A curve of dots: two by four in a Braille character, one in a character of ASCII. Points beside each other are joined; a value
 * that is not there leaves a gap.
 */
final class Curve {

    private static final int BRAILLE = 0x2800;

    /** The bits of a Braille character by column and row. */
    private static final int[][] DOTS = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};

    private static final int NARROWEST = 8;

    private final Glyphs glyphs;
    private final int width;
    private final int rows;
    private final int across;
    private final int down;

    Curve(Glyphs glyphs, int width, int rows) {
        this.glyphs = glyphs;
        this.width = width;
        this.rows = rows;
        this.across = glyphs == Glyphs.UNICODE ? DOTS.length : 1;
        this.down = glyphs == Glyphs.UNICODE ? DOTS[0].length : 1;
    }

    /** So many rows of the curve, under its name and above the first and the last label. */
    List<String> draw(ChartData data, Series series) {
        double low = series.least();
        double high = series.greatest();
        String[] scale = new String[rows];
        Arrays.fill(scale, "");
        scale[0] = Chart.number(high);
        scale[rows - 1] = Chart.number(low);
        int scaleWidth = Math.max(scale[0].length(), scale[rows - 1].length());
        int columns = Math.max(NARROWEST, width - scaleWidth - 4);
        boolean[][] dots = dots(data.places(), series.values(), low, high, columns);
        List<String> lines = new ArrayList<>();
        lines.add(" " + " ".repeat(scaleWidth) + " " + glyphs.axis() + " " + series.name());
        for (int row = 0; row < rows; row++) {
            String scaled = " ".repeat(scaleWidth - scale[row].length()) + scale[row];
            lines.add((" " + scaled + " " + glyphs.axis() + text(dots, row, columns)).stripTrailing());
        }
        String first = data.labels().get(0);
        String last = data.labels().get(data.labels().size() - 1);
        int between = columns - Cell.width(first) - Cell.width(last);
        lines.add(" ".repeat(scaleWidth + 3) + first + (between > 0 ? " ".repeat(between) + last : ""));
        return lines;
    }

    private boolean[][] dots(List<Double> places, List<Double> values, double low, double high, int columns) {
        boolean[][] dots = new boolean[columns * across][rows * down];
        double from = places.get(0);
        double span = places.get(places.size() - 1) - from;
        int xBefore = -1;
        int yBefore = -1;
        for (int i = 0; i < values.size(); i++) {
            if (!Double.isFinite(values.get(i))) {
                xBefore = -1;
                continue;
            }
            int x = span == 0 ? 0 : (int) Math.round((places.get(i) - from) / span * (dots.length - 1));
            int y = high == low
                    ? dots[0].length / 2
                    : (int) Math.round((high - values.get(i)) / (high - low) * (dots[0].length - 1));
            if (xBefore < 0) {
                dots[x][y] = true;
            } else {
                line(dots, xBefore, yBefore, x, y);
            }
            xBefore = x;
            yBefore = y;
        }
        return dots;
    }

    private static void line(boolean[][] dots, int fromX, int fromY, int toX, int toY) {
        int steps = Math.max(1, Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY)));
        for (int i = 0; i <= steps; i++) {
            int x = fromX + (int) Math.round((double) (toX - fromX) * i / steps);
            int y = fromY + (int) Math.round((double) (toY - fromY) * i / steps);
            dots[x][y] = true;
        }
    }

    private String text(boolean[][] dots, int row, int columns) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < columns; column++) {
            int bits = 0;
            for (int x = 0; x < across; x++) {
                for (int y = 0; y < down; y++) {
                    bits |= dots[column * across + x][row * down + y] ? DOTS[x][y] : 0;
                }
            }
            text.append(bits == 0 ? ' ' : glyphs == Glyphs.UNICODE ? (char) (BRAILLE + bits) : '*');
        }
        return text.toString();
    }
}
