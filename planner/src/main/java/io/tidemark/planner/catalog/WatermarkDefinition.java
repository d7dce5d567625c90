package io.tidemark.planner.catalog;

/** Event time of a stream: the column, and the SQL text of the expression whose greatest value is the watermark. */
public record WatermarkDefinition(String column, String expression) {}
