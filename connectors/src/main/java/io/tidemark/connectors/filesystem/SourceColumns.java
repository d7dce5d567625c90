package io.tidemark.connectors.filesystem;

import io.tidemark.connectors.format.FileMetadata;
import io.tidemark.connectors.format.ReadTarget;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.BadRowHandler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The columns of a source.
 *
 * @param schema all of them, in declared order
 * @param metadata those that tell about the file, by their index
 */
record SourceColumns(Schema schema, Map<Integer, FileMetadata> metadata) {

    SourceColumns {
        metadata = Map.copyOf(metadata);
    }

    /** What is wanted where only some columns are. */
    ReadTarget target(List<Integer> columns, BadRowHandler badRows) {
        Map<Integer, FileMetadata> wanted = new HashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            FileMetadata column = metadata.get(columns.get(i));
            if (column != null) {
                wanted.put(i, column);
            }
        }
        return new ReadTarget(schema.project(columns), wanted, badRows);
    }
}
