package io.tidemark.server.system;

import io.tidemark.planner.catalog.RelationName;
import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.server.query.QueryService;
import io.tidemark.server.query.RunningQuery;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** {@code sys.queries}: one row per continuous query. */
record QueriesTable(QueryService queries) implements SystemTable {

    @Override
    public String name() {
        return "queries";
    }

    @Override
    public String columns() {
        return "name VARCHAR NOT NULL, kind VARCHAR NOT NULL, state VARCHAR NOT NULL, statement VARCHAR NOT NULL,"
                + " sink VARCHAR, started_at TIMESTAMP_LTZ(3) NOT NULL, epoch BIGINT NOT NULL, last_error VARCHAR";
    }

    @Override
    public void fill(SystemRows rows) {
        for (RunningQuery query : rows.viewer().of(queries)) {
            rows.text(query.name())
                    .text(query.isView() ? "MATERIALIZED VIEW" : "INSERT")
                    .text(query.stateName())
                    .text(query.statement())
                    .text(query.writes().map(RelationName::toString).orElse(null))
                    .time(ChronoUnit.MICROS.between(Instant.EPOCH, query.createdAt()))
                    .number(query.execution()
                            .map(QueryExecution::status)
                            .map(status -> status.epoch())
                            .orElse(0L))
                    .text(query.lastError().or(() -> queries.waitsFor(query)).orElse(null))
                    .end();
        }
    }
}
