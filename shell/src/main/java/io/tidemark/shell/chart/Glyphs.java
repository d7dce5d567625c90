package io.tidemark.shell.chart;

import java.util.Locale;
import java.util.Map;

/** The characters that charts are drawn with. */
public enum Glyphs {
    /** Blocks of eighths and Braille dots. */
    UNICODE("█", "▏▎▍▌▋▊▉", "▁▂▃▄▅▆▇█", "│", "…"),
    /** For terminals that show nothing else. */
    ASCII("#", "", "_.-=+*%#", "|", "~");

    private final String full;
    private final String parts;
    private final String levels;
    private final String axis;
    private final String more;

    Glyphs(String full, String parts, String levels, String axis, String more) {
        this.full = full;
        this.parts = parts;
        this.levels = levels;
        this.axis = axis;
        this.more = more;
    }

    /** Those that a locale of the environment can show: the one of LC_ALL, LC_CTYPE or LANG. */
    public static Glyphs of(Map<String, String> environment) {
        String locale = "";
        for (String name : new String[] {"LANG", "LC_CTYPE", "LC_ALL"}) {
            String value = environment.getOrDefault(name, "");
            locale = value.isEmpty() ? locale : value;
        }
        String upper = locale.toUpperCase(Locale.ROOT);
        return upper.contains("UTF-8") || upper.contains("UTF8") ? UNICODE : ASCII;
    }

    /** A bar of a length in columns, the last one as full as can be shown. */
    String bar(double length) {
        int whole = (int) length;
        int part = parts.isEmpty() ? 0 : (int) ((length - whole) * (parts.length() + 1));
        boolean rounded = parts.isEmpty() && length - whole >= 0.5;
        return full.repeat(whole + (rounded ? 1 : 0)) + (part > 0 ? parts.substring(part - 1, part) : "");
    }

    /** A level from 0 to 1 as one character. */
    char level(double share) {
        return levels.charAt((int) Math.max(0, Math.min(levels.length() - 1, share * levels.length())));
    }

    /** The vertical axis. */
    String axis() {
        return axis;
    }

    /** What stands for something left out. */
    String more() {
        return more;
    }
}
