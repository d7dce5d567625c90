package io.tidemark.server.system;

import io.tidemark.runtime.epoch.EpochStatus;
import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.server.query.QueryService;
import io.tidemark.server.query.RunningQuery;

/** {@code sys.epochs}: the last epochs of each query. */
record EpochsTable(QueryService queries) implements SystemTable {

    private static final double NANOS_PER_MILLI = 1e6;

    @Override
    public String name() {
        return "epochs";
    }

    @Override
    public String columns() {
        return "query VARCHAR NOT NULL, epoch BIGINT NOT NULL, started_at TIMESTAMP_LTZ(3) NOT NULL,"
                + " duration_ms DOUBLE NOT NULL, rows_in BIGINT NOT NULL, rows_out BIGINT NOT NULL,"
                + " state_rows BIGINT NOT NULL, state_bytes BIGINT NOT NULL, watermark TIMESTAMP(3),"
                + " ranges VARCHAR NOT NULL, plan_ms DOUBLE NOT NULL, process_ms DOUBLE NOT NULL,"
                + " plan_sync_ms DOUBLE NOT NULL, deliver_ms DOUBLE NOT NULL, checkpoint_ms DOUBLE NOT NULL";
    }

    @Override
    public void fill(SystemRows rows) {
        for (RunningQuery query : rows.viewer().of(queries)) {
            query.execution().map(QueryExecution::epochs).ifPresent(epochs -> {
                for (EpochStatus epoch : epochs) {
                    fill(rows, query.name(), epoch);
                }
            });
        }
    }

    private static void fill(SystemRows rows, String query, EpochStatus epoch) {
        rows.text(query)
                .number(epoch.epoch())
                .time(epoch.startedAtMicros())
                .real(epoch.durationMillis())
                .number(epoch.rowsIn())
                .number(epoch.rowsOut())
                .number(epoch.stateRows())
                .number(epoch.stateBytes())
                .time(epoch.watermark())
                .text(String.join("; ", epoch.ranges()))
                .real(epoch.phases().plan() / NANOS_PER_MILLI)
                .real(epoch.phases().process() / NANOS_PER_MILLI)
                .real(epoch.phases().planSync() / NANOS_PER_MILLI)
                .real(epoch.phases().deliver() / NANOS_PER_MILLI)
                .real(epoch.phases().checkpoint() / NANOS_PER_MILLI)
                .end();
    }
}
