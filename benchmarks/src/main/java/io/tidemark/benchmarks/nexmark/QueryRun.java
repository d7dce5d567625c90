package io.tidemark.benchmarks.nexmark;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.operator.PartitionWatermarks;
import io.tidemark.runtime.operator.ScanPort;
import io.tidemark.sql.error.CodedException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

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
    static QueryRun over(Dataflow.Factory query, long events, long epochEvents) {
        List<List<List<Batch>>> scans = new ArrayList<>();
        for (ScanPort scan : query.create(handlers(), out -> {}).scans()) {
            scans.add(EventTables.rows(scan.relationName(), events, epochEvents, scan.columns()));
        }
        return new QueryRun(query, scans);
    }

    /** The same rows for the same query with other settings. */
    QueryRun with(Dataflow.Factory other) {
        return new QueryRun(other, scans);
    }

    /** How many rows the query reads, scan by scan. */
    long rows() {
        return scans.stream()
                .flatMap(List::stream)
                .flatMap(List::stream)
                .mapToLong(Batch::rowCount)
                .sum();
    }

    /**
     * Runs the query from nothing to the end.
     *
     * @param out takes the result's deltas
     * @param atEnd is given the dataflow with its state
     */
    void run(Output out, Consumer<Dataflow> atEnd) {
        Dataflow dataflow = query.create(handlers(), out);
        for (int epoch = 0; epoch < epochs; epoch++) {
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
        }
        atEnd.accept(dataflow);
    }

    /** The rows of the result. */
    ResultDigest digest() {
        ResultDigest digest = new ResultDigest();
        run(digest::add, dataflow -> {});
        return digest;
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
