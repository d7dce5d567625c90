package io.tidemark.runtime.translate.code;

/** Java source being written, line by line, indented by its blocks. */
public final class Code {

    private final StringBuilder text = new StringBuilder();
    private int indent;

    /** Begins text that is indented so many steps. */
    public Code(int indent) {
        this.indent = indent;
    }

    /** Writes one line. */
    public void line(String line) {
        text.append("  ".repeat(indent)).append(line).append('\n');
    }

    /** Writes a line that opens a block, without its brace. */
    public void open(String header) {
        line(header + " {");
        indent++;
    }

    /** Closes the innermost block. */
    public void close() {
        indent--;
        line("}");
    }

    /** Closes the innermost block and opens the next on the same line. */
    public void closeAndOpen(String header) {
        indent--;
        line("} " + header + " {");
        indent++;
    }

    /** Takes over lines that are already indented. */
    public void append(String lines) {
        text.append(lines);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
