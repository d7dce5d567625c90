package io.tidemark.server.system;

import io.tidemark.runtime.epoch.SourceStatus;
import io.tidemark.server.query.QueryService;
import io.tidemark.server.query.RunningQuery;

/** {@code sys.sources}: what became of the rows of each source of each query; read = accepted + late + bad + filtered. */
record SourcesTable(QueryService queries) implements SystemTable {

    @Override
    public String name() {
        return "sources";
    }

    @Override
    public String columns() {
        return "query VARCHAR NOT NULL, source VARCHAR NOT NULL, rows_read BIGINT NOT NULL,"
                + " rows_accepted BIGINT NOT NULL, rows_late BIGINT NOT NULL, rows_bad BIGINT NOT NULL,"
                + " rows_filtered BIGINT NOT NULL, \"position\" VARCHAR NOT NULL";
    }

    @Override
    public void fill(SystemRows rows) {
        for (RunningQuery query : rows.viewer().of(queries)) {
            query.execution().ifPresent(execution -> {
                for (SourceStatus source : execution.status().sources()) {
                    rows.text(query.name())
                            .text(source.source())
                            .number(source.read())
                            .number(source.accepted())
                            .number(source.late())
                            .number(source.bad())
                            .number(source.filtered())
                            .text(source.position())
                            .end();
                }
            });
        }
    }
}
