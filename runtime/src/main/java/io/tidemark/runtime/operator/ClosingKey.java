package io.tidemark.runtime.operator;

import java.util.function.LongUnaryOperator;

/**
 * A group column that closes groups: a group whose value is at or below the column's watermark gets no more rows.
 *
 * @param groupIndex which of the group columns, from 0; its values are INT64
 * @param watermark the column's watermark, in the column's unit, for an event-time watermark in micros; never falls when that rises
 * @param column the column's name, such as {@code window_end}, for what is said of late rows
 */
public record ClosingKey(int groupIndex, LongUnaryOperator watermark, String column) {}
