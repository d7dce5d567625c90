package io.tidemark.connectors.format;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.BadRowHandler;
import java.util.Map;

/**
 * What is wanted of the files read.
 *
 * @param schema the columns wanted, in the order wanted
 * @param metadataKeys for each column that is filled from the file itself, by its index in {@code schema}, what it holds
 * @param badRows told of rows that can't be read
 */
public record ReadTarget(Schema schema, Map<Integer, FileMetadata> metadataKeys, BadRowHandler badRows) {

    public ReadTarget {
        metadataKeys = Map.copyOf(metadataKeys);
    }
}
