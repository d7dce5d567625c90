package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import java.util.List;

/** What a transaction does to one stream or table. */
public sealed interface StorageCommit {

    /** Changes of a table, in order. */
    record OfTable(InternalTable table, List<TableChange> changes) implements StorageCommit {}

    /** Rows for a stream, each as often as its weight says. */
    record OfStream(InternalStream stream, List<Batch> rows) implements StorageCommit {}
}
