package io.tidemark.runtime.connector;

import io.tidemark.runtime.batch.Schema;
import java.time.ZoneId;
import java.util.Map;

/**
 * What a source is opened with.
 *
 * @param relation the stream's or table's qualified name, for messages
 * @param schema the physical and metadata columns, in declared order
 * @param metadataKeys for each metadata column, by its index in {@code schema}, the connector's key
 * @param options the validated options
 * @param zone the zone in which times without an offset are read into TIMESTAMP_LTZ
 */
public record SourceSpec(
        String relation, Schema schema, Map<Integer, String> metadataKeys, Options options, ZoneId zone) {

    public SourceSpec {
        metadataKeys = Map.copyOf(metadataKeys);
    }
}
