package io.tidemark.server.system;

import io.tidemark.runtime.epoch.WatermarkStatus;
import io.tidemark.server.explain.WindowFindings;
import io.tidemark.server.query.QueryService;
import io.tidemark.server.query.RunningQuery;
import java.time.Clock;
import java.util.List;

/** {@code sys.watermarks}: the event-time watermark of each partition of each source of each query. */
record WatermarksTable(QueryService queries, Clock clock) implements SystemTable {

    @Override
    public String name() {
        return "watermarks";
    }

    @Override
    public String columns() {
        return "query VARCHAR NOT NULL, source VARCHAR NOT NULL, \"partition\" INT NOT NULL, watermark TIMESTAMP(3),"
                + " idle BOOLEAN NOT NULL, holds_back BOOLEAN NOT NULL, ended BOOLEAN NOT NULL, note VARCHAR";
    }

    @Override
    public void fill(SystemRows rows) {
        for (RunningQuery query : rows.viewer().of(queries)) {
            query.execution().ifPresent(execution -> {
                List<String> silent = new WindowFindings(query, execution, clock).silentSources();
                for (WatermarkStatus watermark : execution.status().watermarks()) {
                    rows.text(query.name())
                            .text(watermark.source())
                            .number(watermark.partition())
                            .time(watermark.watermark())
                            .flag(watermark.idle())
                            .flag(watermark.holdsBack())
                            .flag(watermark.watermark() == Long.MAX_VALUE)
                            .text(silent.contains(watermark.source()) ? WindowFindings.note() : null)
                            .end();
                }
            });
        }
    }
}
