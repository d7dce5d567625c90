package io.tidemark.runtime.connector;

import io.tidemark.runtime.batch.Schema;
import java.time.ZoneId;
import java.util.List;

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
 */
public record SinkSpec(
        String sinkId,
        String relation,
        Schema schema,
        List<Integer> keyColumns,
        OutputMode mode,
        Options options,
        ZoneId zone) {

    public SinkSpec {
        keyColumns = List.copyOf(keyColumns);
    }
}
