package io.tidemark.shell.chart;

/** The kinds of charts. */
public enum ChartType {
    /** A horizontal bar for each row. */
    BAR,
    /** A curve for each numeric column. */
    LINE,
    /** A line of text for each numeric column. */
    SPARK
}
