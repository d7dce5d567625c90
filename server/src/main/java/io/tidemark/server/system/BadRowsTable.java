package io.tidemark.server.system;

import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.server.query.QueryService;
import io.tidemark.server.query.RunningQuery;

/** {@code sys.bad_rows}: the bad rows kept of each query. */
record BadRowsTable(QueryService queries) implements SystemTable {

    @Override
    public String name() {
        return "bad_rows";
    }

    @Override
    public String columns() {
        return "query VARCHAR NOT NULL, source VARCHAR NOT NULL, \"partition\" INT, \"offset\" BIGINT,"
                + " reason VARCHAR NOT NULL, payload VARCHAR NOT NULL, \"at\" TIMESTAMP_LTZ(3) NOT NULL,"
                + " epoch BIGINT NOT NULL";
    }

    @Override
    public void fill(SystemRows rows) {
        for (RunningQuery query : rows.viewer().of(queries)) {
            query.execution().ifPresent(execution -> {
                for (KeptRow row : execution.keptRows(KeptRow.Kind.BAD)) {
                    rows.text(query.name())
                            .text(row.source())
                            .numberOrNull(row.partition())
                            .numberOrNull(row.offset())
                            .text(row.reason())
                            .text(row.payload())
                            .time(row.atMicros())
                            .number(row.epoch())
                            .end();
                }
            });
        }
    }
}
