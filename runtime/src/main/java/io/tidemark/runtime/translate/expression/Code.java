package io.tidemark.runtime.translate.expression;

/** Java source being written, line by line, indented by its blocks. */
final class Code {

    private final StringBuilder text = new StringBuilder();
    private int indent;

    Code(int indent) {
        this.indent = indent;
    }

    /** Writes one line. */
    void line(String line) {
        text.append("  ".repeat(indent)).append(line).append('\n');
    }

    /** Writes a line that opens a block, without its brace. */
    void open(String header) {
        line(header + " {");
        indent++;
    }

    /** Closes the innermost block. */
    void close() {
        indent--;
        line("}");
    }

    /** Closes the innermost block and opens the next on the same line. */
    void closeAndOpen(String header) {
        indent--;
        line("} " + header + " {");
        indent++;
    }

    /** Takes over lines that are already indented. */
    void append(String lines) {
        text.append(lines);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
