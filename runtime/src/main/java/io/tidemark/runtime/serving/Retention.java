package io.tidemark.runtime.serving;

import java.util.function.LongUnaryOperator;

/**
 * How long a view keeps its rows: by the watermark of one of its columns.
 *
 * @param column the index of the column, whose values are 64-bit
 * @param bound for an event-time watermark of the view, in micros, the least value that stays, in the column's unit
 */
public record Retention(int column, LongUnaryOperator bound) {}
