package io.tidemark.planner.incremental.trait;

/** Says that a column of a node's output has a watermark, and how it follows from the edge's event-time watermark. */
public record ColumnWatermark(int column, WatermarkTransform transform) {}
