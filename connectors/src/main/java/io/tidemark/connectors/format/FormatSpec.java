package io.tidemark.connectors.format;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.Options;
import java.time.ZoneId;
import java.util.Set;

/**
 * What a format is used with.
 *
 * @param schema the columns of the relation, in declared order
 * @param metadataColumns the indexes in {@code schema} of columns that don't stand in the files
 * @param options the validated options of the relation
 * @param zone the zone of times without an offset in a TIMESTAMP_LTZ
 */
public record FormatSpec(Schema schema, Set<Integer> metadataColumns, Options options, ZoneId zone) {

    public FormatSpec {
        metadataColumns = Set.copyOf(metadataColumns);
    }
}
