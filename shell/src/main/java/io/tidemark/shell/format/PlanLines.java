package io.tidemark.shell.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Breaks the long lines of EXPLAIN at sensible places, so that they fit a terminal. Nothing is left out: joined again by a
 * blank, the pieces of a line are the line.
 *
 * <p>What goes on is indented below what it belongs to, and the lines of the tree are drawn through. Of the table of
 * EXPLAIN ANALYZE the names of nodes are broken, so that the figures stay below each other; where that leaves names no room, the figures
 * of a node come below its name, each with the name of its column.
 */
public final class PlanLines {

    private static final Pattern TREE = Pattern.compile("^[ │├└]*");
    private static final Pattern FIELD = Pattern.compile("^([a-z]+ {2,})\\S.*");
    private static final Pattern ANALYZE_HEAD = Pattern.compile("^ ?node +rows .*");
    private static final String HANGING = "    ";
    static final int NARROWEST = 20;
    private static final String BARS = "│├└";

    private PlanLines() {}

    /** Whether a statement gives lines of a plan. */
    public static boolean isPlan(String sql) {
        return sql.stripLeading().toUpperCase(Locale.ROOT).startsWith("EXPLAIN");
    }

    /** The rows of a plan, the line being the first value, with one row for each line that is shown in {@code width} columns. */
    public static List<List<@Nullable String>> wrap(List<List<@Nullable String>> rows, int width) {
        List<String> lines = new ArrayList<>();
        for (List<@Nullable String> row : rows) {
            String line = row.get(0);
            lines.add(line == null ? "" : line);
        }
        List<List<@Nullable String>> wrapped = new ArrayList<>();
        for (String line : wrapLines(lines, width - 1)) { // a table has a blank before its first column
            wrapped.add(Collections.singletonList(line));
        }
        return wrapped;
    }

    static List<String> wrapLines(List<String> lines, int width) {
        List<String> wrapped = new ArrayList<>();
        int i = 0;
        while (i < lines.size()) {
            int end = i + 1;
            if (ANALYZE_HEAD.matcher(lines.get(i)).matches()) {
                while (end < lines.size() && !lines.get(end).isBlank()) {
                    end++;
                }
                wrapped.addAll(new FigureTable(lines.subList(i, end)).fitted(width));
            } else {
                wrapped.addAll(pieces(lines.get(i), end < lines.size() ? lines.get(end) : "", width));
            }
            i = end;
        }
        return wrapped;
    }

    /** The pieces of one line, each of them after the indentation that shows what it belongs to. */
    static List<String> pieces(String line, String next, int width) {
        if (Cell.width(line) <= width) {
            return List.of(line);
        }
        String prefix = prefix(line);
        String hanging = hanging(line, next);
        if (width - hanging.length() < NARROWEST) {
            return List.of(line);
        }
        List<String> pieces = new ArrayList<>();
        String before = prefix;
        String rest = line.substring(prefix.length());
        while (Cell.width(rest) > width - before.length()) {
            int end = LineBreak.before(rest, width - before.length());
            if (end <= 0 || end >= rest.length()) {
                break;
            }
            pieces.add(before + rest.substring(0, end).stripTrailing());
            rest = rest.substring(end).stripLeading();
            before = hanging;
        }
        pieces.add(before + rest);
        return pieces;
    }

    private static String prefix(String line) {
        Matcher tree = TREE.matcher(line);
        return tree.find() ? tree.group() : "";
    }

    /** What stands before that which goes on below a line, given the line after it. */
    static String hanging(String line, String next) {
        String prefix = prefix(line);
        String through = prefix.replace('├', '│').replace('└', ' ');
        Matcher field = FIELD.matcher(line.substring(prefix.length()));
        if (field.matches()) {
            return through + " ".repeat(field.group(1).length());
        }
        boolean hasChild = prefix.length() < next.length() && BARS.indexOf(next.charAt(prefix.length())) >= 0;
        return through + (hasChild ? "│" + HANGING.substring(1) : HANGING);
    }
}
