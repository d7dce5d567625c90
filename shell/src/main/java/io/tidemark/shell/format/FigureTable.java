package io.tidemark.shell.format;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The table of EXPLAIN ANALYZE: names of nodes as a tree, then columns of figures that end where their heads do, of which the last,
 * the watermark, may begin there.
 */
final class FigureTable {

    private static final Pattern HEAD = Pattern.compile("\\S+(?: \\S+)*");

    private final List<String> lines;

    /** A column of figures: its name, and from where to where it goes in each line. */
    private record Figures(String name, int from, int to) {}

    FigureTable(List<String> lines) {
        this.lines = lines;
    }

    /** Its lines, broken where they are too long. */
    List<String> fitted(int width) {
        int widest = lines.stream().mapToInt(String::length).max().orElse(0);
        int names = namesEnd();
        if (widest <= width || names < 0) {
            return lines;
        }
        int room = width - (widest - names);
        return room < PlanLines.NARROWEST ? records(names, width) : beside(names, room);
    }

    private List<String> beside(int names, int room) {
        List<String> fitted = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            List<String> pieces = PlanLines.pieces(name(i, names), name(i + 1, names), room);
            String figures = line.substring(Math.min(names, line.length()));
            fitted.add((Cell.padRight(pieces.get(0), room) + figures).stripTrailing());
            fitted.addAll(pieces.subList(1, pieces.size()));
        }
        return fitted;
    }

    private List<String> records(int names, int width) {
        List<Figures> columns = columns(names);
        List<String> fitted = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            List<String> pieces = PlanLines.pieces(name(i, names), name(i + 1, names), width);
            fitted.addAll(pieces);
            String prefix = PlanLines.hanging(name(i, names), name(i + 1, names));
            List<String> figures = new ArrayList<>();
            for (Figures column : columns) {
                String line = lines.get(i);
                String figure = line.substring(
                                Math.min(column.from(), line.length()), Math.min(column.to(), line.length()))
                        .strip();
                if (!figure.isEmpty()) {
                    figures.add(column.name() + " " + figure);
                }
            }
            fitted.addAll(PlanLines.pieces(prefix + String.join(", ", figures), name(i + 1, names), width));
        }
        return fitted;
    }

    private String name(int line, int names) {
        String text = line < lines.size() ? lines.get(line) : "";
        return text.substring(0, Math.min(names, text.length())).stripTrailing();
    }

    private List<Figures> columns(int names) {
        List<Figures> columns = new ArrayList<>();
        Matcher head = HEAD.matcher(lines.get(0));
        int from = names;
        while (head.find()) {
            if (head.start() >= names) {
                boolean last = head.end() == lines.get(0).length();
                int to = last ? Integer.MAX_VALUE : head.end();
                columns.add(new Figures(head.group(), from, to));
                from = to;
            }
        }
        return columns;
    }

    /** Where two columns are blank in all lines for the first time; -1 if nowhere. */
    private int namesEnd() {
        int last = lines.get(0).indexOf("rows");
        for (int column = 1; column <= last; column++) {
            int at = column;
            if (lines.stream().allMatch(line -> isBlank(line, at) && isBlank(line, at + 1))) {
                return column;
            }
        }
        return -1;
    }

    private static boolean isBlank(String line, int column) {
        return column >= line.length() || line.charAt(column) == ' ';
    }
}
