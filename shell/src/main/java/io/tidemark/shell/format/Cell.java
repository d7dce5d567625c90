package io.tidemark.shell.format;

import java.util.List;
import org.jline.utils.WCWidth;
import org.jspecify.annotations.Nullable;

/** Texts in the cells of a layout for people. <b>Units</b>: widths are columns of the terminal. */
public final class Cell {

    private static final String NULL = "NULL";
    private static final String TAB = "    ";

    private Cell() {}

    /** The lines of a value, at least one. Tabs become blanks, other control characters are written as escapes. */
    public static List<String> lines(@Nullable String value) {
        if (value == null || value.indexOf('\n') < 0) {
            return List.of(text(value));
        }
        return value.lines().map(line -> text(line.replace("\t", TAB))).toList();
    }

    /** The text of a value on one line: line ends, tabs and other control characters are written as escapes. */
    public static String text(@Nullable String value) {
        if (value == null) {
            return NULL;
        }
        if (value.chars().noneMatch(Character::isISOControl)) {
            return value;
        }
        StringBuilder text = new StringBuilder();
        value.chars().forEach(c -> {
            switch (c) {
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (Character.isISOControl(c)) {
                        text.append(String.format("\\x%02x", c));
                    } else {
                        text.append((char) c);
                    }
                }
            }
        });
        return text.toString();
    }

    /** The columns a text takes: two for most of East Asia's characters and for emoji, none for combining marks. */
    public static int width(String text) {
        int width = 0;
        int at = 0;
        while (at < text.length()) {
            width += Math.max(0, WCWidth.wcwidthForGraphemeCluster(text, at));
            at += Math.max(1, WCWidth.charCountForGraphemeCluster(text, at));
        }
        return width;
    }

    /** A text with blanks behind it, up to a width. */
    public static String padRight(String text, int width) {
        return text + " ".repeat(Math.max(0, width - width(text)));
    }

    /** A text with blanks before it, up to a width. */
    public static String padLeft(String text, int width) {
        return " ".repeat(Math.max(0, width - width(text))) + text;
    }

    /** A text of at most a width: where something is left out, {@code more}, one column wide, stands in its place. */
    public static String cut(String text, int width, String more) {
        if (width(text) <= width) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int taken = 0;
        int at = 0;
        while (at < text.length()) {
            int next = Math.max(0, WCWidth.wcwidthForGraphemeCluster(text, at));
            int end = at + Math.max(1, WCWidth.charCountForGraphemeCluster(text, at));
            if (taken + next > width - 1) {
                break;
            }
            kept.append(text, at, end);
            taken += next;
            at = end;
        }
        return width < 1 ? "" : kept + more;
    }
}
