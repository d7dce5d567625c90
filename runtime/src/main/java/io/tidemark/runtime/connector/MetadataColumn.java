package io.tidemark.runtime.connector;

import io.tidemark.runtime.batch.DataType;

/** A column that a connector can fill from outside a row's payload, such as a message's offset. */
public record MetadataColumn(String key, DataType type) {}
