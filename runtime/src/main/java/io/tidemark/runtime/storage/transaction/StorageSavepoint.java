package io.tidemark.runtime.storage.transaction;

import io.tidemark.runtime.storage.InternalStream;
import io.tidemark.runtime.storage.InternalTable;
import java.util.Map;

/** What a transaction had changed at one moment, to which it may be taken back. Holds that version of its rows until it is closed. */
public final class StorageSavepoint implements AutoCloseable {

    private final Map<InternalTable, TableOverlay.Mark> tables;
    private final Map<InternalStream, Integer> streams;

    StorageSavepoint(Map<InternalTable, TableOverlay.Mark> tables, Map<InternalStream, Integer> streams) {
        this.tables = Map.copyOf(tables);
        this.streams = Map.copyOf(streams);
    }

    /** The beginning of a transaction. */
    public static StorageSavepoint ofNothing() {
        return new StorageSavepoint(Map.of(), Map.of());
    }

    TableOverlay.Mark of(InternalTable table) {
        return tables.getOrDefault(table, TableOverlay.Mark.NOTHING);
    }

    /** How many batches the transaction had added to a stream. */
    int of(InternalStream stream) {
        return streams.getOrDefault(stream, 0);
    }

    @Override
    public void close() {
        tables.values().forEach(TableOverlay.Mark::close);
    }
}
