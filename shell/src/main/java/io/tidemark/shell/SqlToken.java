package io.tidemark.shell;

/** A stretch of SQL text, from {@code start} to before {@code end}; {@code closed} unless it lacks its closing quote. */
record SqlToken(Kind kind, int start, int end, boolean closed) {

    /** What a stretch is. */
    enum Kind {
        SPACE,
        COMMENT,
        WORD,
        NUMBER,
        STRING,
        QUOTED_NAME,
        SYMBOL
    }

    String of(String text) {
        return text.substring(start, end);
    }

    /** Whether it is neither white space nor a comment. */
    boolean isCode() {
        return kind != Kind.SPACE && kind != Kind.COMMENT;
    }
}
