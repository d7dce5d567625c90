package io.tidemark.benchmarks.nexmark;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.PartitionWatermarks;
import io.tidemark.runtime.operator.ScanPort;
import io.tidemark.sql.error.CodedException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A query over events in memory: the events of each epoch go into its dataflow scan by scan, as the epoch loop does it. */
final class QueryRun {

    private final Dataflow.Factory query;
    private final List<List<List<Batch>>> scans;
    private final int epochs;

    private QueryRun(Dataflow.Factory query, List<List<List<Batch>>> scans) {
        this.query = query;
        this.scans = scans;
        this.epochs = scans.stream().mapToInt(List::size).max().orElse(0);
    }

    /** Makes the rows that a query reads. */
    static QueryRun over(Dataflow.Factory query, EventStore store) {
        List<List<List<Batch>>> scans = new ArrayList<>();
        for (ScanPort scan : query.create(handlers(), out -> {}).scans()) {
            scans.add(store.epochs(scan.relationName(), scan.columns()));
        }
        return new QueryRun(query, scans);
    }

    /** The columns of the result. */
    Schema outputSchema() {
        return query.create(handlers(), out -> {}).outputSchema();
    }

    /** Runs the query from nothing to the end of its input. */
    void run(ResultTaker results) {
        Dataflow dataflow = query.create(handlers(), results);
        for (int epoch = 0; epoch < epochs; epoch++) {
            results.beginEpoch(epoch + 1L);
            for (PartitionWatermarks watermarks : dataflow.watermarks().values()) {
                watermarks.beginEpoch(Set.of(0), Set.of());
                if (epoch == epochs - 1) {
                    watermarks.end();
                }
            }
            dataflow.beginEpoch(new Epoch(epoch + 1L, nowMicros()));
            for (int scan = 0; scan < scans.size(); scan++) {
                if (epoch < scans.get(scan).size()) {
                    for (Batch batch : scans.get(scan).get(epoch)) {
                        dataflow.process(scan, batch);
                    }
                }
            }
            dataflow.endEpoch();
            results.endEpoch();
        }
        results.end(dataflow);
    }

    private static long nowMicros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Clock.systemUTC().instant());
    }

    private static Dataflow.RowHandlers handlers() {
        return new Dataflow.RowHandlers(
                (batch, position, reason) -> {
                    throw reason;
                },
                new NoLateRows());
    }

    private static final class NoLateRows implements LateRowHandler {

        @Override
        public void taken(Batch batch, int position) {}

        @Override
        public void missed(Batch batch, int position, String closingColumn, long closingValue) {
            throw CodedException.internal("a row is late");
        }
    }
}
