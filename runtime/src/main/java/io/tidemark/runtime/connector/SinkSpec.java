package io.tidemark.runtime.connector;

import io.tidemark.runtime.batch.Schema;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/**
 * What a sink is opened with.
 *
 * @param sinkId names this query's use of the sink for ever: epochs are remembered under it; letters, digits, {@code .}, {@code _}, {@code -}
 * @param relation the stream's or table's qualified name, for messages
 * @param schema the columns written, in declared order
 * @param keyColumns indexes of the primary key's columns in {@code schema}; empty without one
 * @param mode what the query delivers
 * @param options the validated options
 * @param zone the zone in which TIMESTAMP_LTZ is written where a format has no instant
 * @param metadataKeys for each metadata column that is written, by its index in {@code schema}, the connector's key
 */
public record SinkSpec(
        String sinkId,
        String relation,
        Schema schema,
        List<Integer> keyColumns,
        OutputMode mode,
        Options options,
        ZoneId zone,
        Map<Integer, String> metadataKeys) {

    public SinkSpec {
        keyColumns = List.copyOf(keyColumns);
        metadataKeys = Map.copyOf(metadataKeys);
    }

    /** A sink without metadata columns. */
    public SinkSpec(
            String sinkId,
            String relation,
            Schema schema,
            List<Integer> keyColumns,
            OutputMode mode,
            Options options,
            ZoneId zone) {
        this(sinkId, relation, schema, keyColumns, mode, options, zone, Map.of());
    }
}
