package io.tidemark.trial.grammar;

/**
 * When a watermark closes the groups of a column: late is a row whose column is not NULL and, with {@code plusMicros}, not above its watermark.
 *
 * @param column the column that says so: the column itself, or a hidden one
 * @param plusMicros from the column's value to the end of what the watermark has to pass
 * @param window the window that the column is an edge of, of which one edge closes; 0 if none
 * @param rank of the edges of a window, the one with the least closes
 */
public record Closing(String column, long plusMicros, int window, int rank) {

    /** Of a time that a row has by itself: the watermark must have passed it. */
    static Closing time(String column) {
        return new Closing(column, 1, 0, 0);
    }

    /** The same of a column of another name, if the column says so itself. */
    Closing renamed(String from, String to) {
        return column.equals(from) ? new Closing(to, plusMicros, window, rank) : this;
    }

    /** The condition, for DuckDB, by which a row with the watermark {@code wm_} is late. */
    String late() {
        return "COALESCE(" + bound() + " <= wm_, FALSE)";
    }

    /** The least watermark, in micros, that closes a row. */
    String bound() {
        return "epoch_us(" + column + ") + " + plusMicros;
    }
}
