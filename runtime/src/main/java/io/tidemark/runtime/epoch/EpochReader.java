package io.tidemark.runtime.epoch;

import io.tidemark.runtime.accounting.OpenBatches;
import io.tidemark.runtime.accounting.RowLedger;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.checkpoint.PlanRecord;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.runtime.epoch.EpochRunner.Surroundings;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.ScanPort;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Reads what an epoch's plan says and puts it through the dataflow, scan by scan. A source of several scans is read once. */
final class EpochReader {

    private static final int BATCHES_PER_ACCOUNT = 32;
    private static final int INHERITED_PARTITION = 0;

    private final QueryProgress progress;
    private final Dataflow dataflow;
    private final RowLedger ledger;
    private final OpenBatches open;
    private final Surroundings surroundings;
    private final QueryOutput output;
    private int batches;
    private final List<List<Integer>> columnsOfSource = new ArrayList<>();
    private final List<List<Batch>> held = new ArrayList<>();

    /** The watermarks that sources gave out themselves; they hold from the next epoch on. */
    private final Map<SourceProgress, Long> inherited = new HashMap<>();

    EpochReader(
            QueryProgress progress,
            Dataflow dataflow,
            RowLedger ledger,
            Surroundings surroundings,
            QueryOutput output) {
        this.progress = progress;
        this.dataflow = dataflow;
        this.ledger = ledger;
        this.open = new OpenBatches(ledger, dataflow);
        this.surroundings = surroundings;
        this.output = output;
        for (SourceProgress source : progress.sources()) {
            columnsOfSource.add(columns(source));
            held.add(new ArrayList<>());
        }
    }

    private List<Integer> columns(SourceProgress source) {
        if (source.scans().size() == 1) {
            return port(source.scans().get(0)).columns();
        }
        TreeSet<Integer> union = new TreeSet<>();
        source.scans().forEach(scan -> union.addAll(port(scan).columns()));
        return List.copyOf(union);
    }

    private ScanPort port(int scan) {
        return dataflow.scans().get(scan);
    }

    /** Reads and processes all input of an epoch. */
    void read(PlanRecord.Plan plan) {
        held.forEach(List::clear);
        open.clear();
        inherited.clear();
        accountMemory();
        for (int scan = 0; scan < progress.scanCount(); scan++) {
            int index = progress.sourceOfScan(scan);
            SourceProgress source = progress.sources().get(index);
            List<Integer> scans = source.scans();
            if (scan == scans.get(0)) {
                var range = plan.sources().get(index).range();
                if (range.isPresent()) {
                    read(index, scan, range.get(), plan.nowMicros());
                }
            } else {
                int later = scan;
                held.get(index).forEach(batch -> dataflow.process(later, project(index, later, batch)));
            }
            if (scans.size() > 1 && scan == scans.get(scans.size() - 1)) {
                held.get(index).forEach(ledger::settle);
                held.get(index).clear();
            }
        }
        inherited.forEach(
                (source, watermark) -> source.watermarks().forEach(own -> own.advance(INHERITED_PARTITION, watermark)));
        inherited.clear();
    }

    private void read(int index, int scan, SourceRange range, long nowMicros) {
        SourceProgress source = progress.sources().get(index);
        boolean shared = source.scans().size() > 1;
        try (RangeReader reader = source.source().read(range, columnsOfSource.get(index), ledger.undecodable(index))) {
            Batch batch = reader.next();
            while (batch != null && !dataflow.isComplete()) {
                checkCancelled();
                if (++batches % BATCHES_PER_ACCOUNT == 0) {
                    accountMemory();
                }
                ledger.open(index, batch);
                var origin = batch.tags().origin;
                if (origin != null) {
                    source.rowsOf(origin.partition(), nowMicros);
                }
                dataflow.process(scan, shared ? project(index, scan, batch) : batch);
                if (shared) {
                    held.get(index).add(batch);
                } else {
                    open.processed(batch);
                }
                batch = reader.next();
            }
            ledger.filtered(index, reader.rowsFiltered());
            if (reader.watermark() != Long.MIN_VALUE) {
                inherited.put(source, reader.watermark());
            }
        }
    }

    /** Settles the rows of the epoch that are not settled yet, after the dataflow has ended it. */
    void ended() {
        open.ended();
    }

    private Batch project(int index, int scan, Batch batch) {
        List<Column> columns = port(scan).columns().stream()
                .map(column -> batch.column(columnsOfSource.get(index).indexOf(column)))
                .toList();
        return batch.withColumns(columns);
    }

    private void accountMemory() {
        long bytes =
                output.sink() instanceof ResultStore result ? result.state().sizeBytes() : 0;
        for (OperatorState state : dataflow.states().values()) {
            bytes += state.sizeBytes();
        }
        surroundings.memory().hold(bytes);
    }

    private void checkCancelled() {
        if (surroundings.cancelled().getAsBoolean()) {
            throw CodedException.of(ErrorCode.CANCELLED, "the query was cancelled");
        }
    }
}
