package io.tidemark.runtime.batch;

/** A named column of a {@link Schema}. */
public record Field(String name, DataType type) {}
