package io.tidemark.runtime.connector;

import io.tidemark.runtime.batch.Schema;
import java.time.ZoneId;
import java.util.List;

/**
 * What a lookup is opened with.
 *
 * @param relation the table's qualified name, for messages
 * @param schema the columns wanted
 * @param keyColumns the indexes in {@code schema} of those that rows are looked up by
 * @param options the validated options
 * @param zone the zone in which times without an offset are read into TIMESTAMP_LTZ
 */
public record LookupSpec(String relation, Schema schema, List<Integer> keyColumns, Options options, ZoneId zone) {

    public LookupSpec {
        keyColumns = List.copyOf(keyColumns);
    }
}
