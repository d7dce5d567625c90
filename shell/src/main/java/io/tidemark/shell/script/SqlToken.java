package io.tidemark.shell.script;

/** A stretch of SQL text, from {@code start} to before {@code end}; {@code closed} unless it lacks its closing quote. */
public record SqlToken(Kind kind, int start, int end, boolean closed) {

    /** What a stretch is. */
    public enum Kind {
        /** White space. */
        SPACE,
        /** From two dashes to the line's end, or between slashes and stars. */
        COMMENT,
        /** A keyword or an unquoted name. */
        WORD,
        /** A number. */
        NUMBER,
        /** In single quotes. */
        STRING,
        /** In double quotes or back-ticks. */
        QUOTED_NAME,
        /** Any other character. */
        SYMBOL
    }

    /** The token's text, out of the text that was cut. */
    public String of(String text) {
        return text.substring(start, end);
    }

    /** Whether it is neither white space nor a comment. */
    public boolean isCode() {
        return kind != Kind.SPACE && kind != Kind.COMMENT;
    }
}
