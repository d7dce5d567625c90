package io.tidemark.connectors.parquet;

import io.tidemark.runtime.batch.ColumnBuilder;
import org.apache.parquet.column.ColumnReader;

/**
 * Reads a primitive value.
 *
 * @param present the definition level at which there is one
 * @param reader how it is read
 */
record PrimitiveReader(int present, ValueReader reader) implements CellReader {

    @Override
    public boolean read(ColumnReader from, ColumnBuilder target) {
        boolean isPresent = from.getCurrentDefinitionLevel() == present;
        try {
            if (isPresent) {
                reader.read(from, target);
            }
        } finally {
            from.consume();
        }
        return isPresent;
    }
}
