package io.tidemark.connectors.kafka;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.SourceSpec;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The columns of a source, or those of them that are wanted, by where in a message they stand.
 *
 * @param schema the columns
 * @param metadata those that stand beside the value, by their index
 * @param key the indexes of those that are read from the key
 * @param rawKey whether the key is the one column's bytes as they are
 * @param value the indexes of those that are read from the value
 * @param zone the zone of times without an offset in a TIMESTAMP_LTZ
 */
record MessageColumns(
        Schema schema,
        Map<Integer, KafkaMetadata> metadata,
        List<Integer> key,
        boolean rawKey,
        List<Integer> value,
        ZoneId zone) {

    MessageColumns {
        metadata = Map.copyOf(metadata);
        key = List.copyOf(key);
        value = List.copyOf(value);
    }

    /**
     * All columns of a source.
     *
     * @throws io.tidemark.sql.error.CodedException if an option or a metadata column is wrong
     */
    static MessageColumns of(SourceSpec spec) {
        Map<Integer, KafkaMetadata> metadata = new HashMap<>();
        spec.metadataKeys()
                .forEach((index, key) ->
                        metadata.put(index, KafkaMetadata.of(key, spec.schema().field(index))));
        KeyLayout layout = KeyLayout.of(spec.relation(), spec.schema(), List.of(), spec.options());
        return new MessageColumns(
                spec.schema(),
                metadata,
                layout.inValue() ? List.of() : layout.columns(),
                layout.raw(),
                layout.valueColumns(spec.schema(), metadata.keySet()),
                spec.zone());
    }

    /** Some of them, in another order. */
    MessageColumns project(List<Integer> wanted) {
        Map<Integer, KafkaMetadata> newMetadata = new HashMap<>();
        List<Integer> newKey = new ArrayList<>();
        List<Integer> newValue = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            int column = wanted.get(i);
            KafkaMetadata besides = metadata.get(column);
            if (besides != null) {
                newMetadata.put(i, besides);
            } else if (key.contains(column)) {
                newKey.add(i);
            } else {
                newValue.add(i);
            }
        }
        return new MessageColumns(schema.project(wanted), newMetadata, newKey, rawKey, newValue, zone);
    }
}
