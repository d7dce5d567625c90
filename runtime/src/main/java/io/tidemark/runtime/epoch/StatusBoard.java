package io.tidemark.runtime.epoch;

import io.tidemark.runtime.checkpoint.PlanRecord;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.runtime.measure.NodeMeasure;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.PartitionWatermarks;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What others see of a query. Written by the query's thread, read by any. */
final class StatusBoard {

    private final String name;
    private final long startedAtMicros;
    private final int epochsKept;
    private final ArrayDeque<EpochStatus> epochs = new ArrayDeque<>();
    private long added;

    /** Whether the status is from {@link #show}. */
    private boolean shown;

    private volatile QueryStatus status;
    private volatile List<NodeMeasure> measures = List.of();

    /**
     * The board of a query that has not been started.
     *
     * @param epochsKept how many epochs are shown, the newest; at least 1
     */
    StatusBoard(String name, long startedAtMicros, int epochsKept) {
        this.name = name;
        this.epochsKept = epochsKept;
        this.startedAtMicros = startedAtMicros;
        this.status = new QueryStatus(
                name,
                QueryState.CREATED,
                startedAtMicros,
                0,
                Optional.empty(),
                Optional.empty(),
                Long.MIN_VALUE,
                0,
                0,
                0,
                0,
                0,
                List.of(),
                List.of());
    }

    QueryStatus status() {
        return status;
    }

    List<NodeMeasure> measures() {
        return measures;
    }

    List<EpochStatus> epochs() {
        synchronized (epochs) {
            return List.copyOf(epochs);
        }
    }

    /** How many epochs have been added since the beginning. */
    long epochsAdded() {
        synchronized (epochs) {
            return added;
        }
    }

    Optional<EpochStatus> lastEpoch() {
        synchronized (epochs) {
            return Optional.ofNullable(epochs.peekLast());
        }
    }

    void add(EpochStatus epoch) {
        synchronized (epochs) {
            added++;
            if (epochs.size() == epochsKept) {
                epochs.removeFirst();
            }
            epochs.addLast(epoch);
        }
    }

    /**
     * What is said of a query beside its state.
     *
     * @param ran whether there was an epoch: if not, what is in memory is as it was
     */
    record Report(Optional<CodedException> failure, Optional<String> note, boolean ran) {

        /** Whether it says of a query what was said before: a query that waits says so often, and nothing of it should cost anything. */
        boolean isAsBefore(QueryStatus last, QueryState state, EpochRunner runner) {
            return !ran
                    && state == last.state()
                    && runner.progress().epoch() == last.epoch()
                    && runner.store().newestCheckpoint() == last.checkpointEpoch()
                    && note.equals(last.note())
                    && failure.map(CodedException::render).equals(last.lastError());
        }
    }

    /** Shows a query between two epochs. */
    void show(QueryState state, EpochRunner runner, Report report) {
        QueryStatus last = status;
        if (shown && report.isAsBefore(last, state, runner)) {
            return;
        }
        shown = true;
        Collection<OperatorState> states = runner.dataflow().states().values();
        measures = runner.dataflow().measures();
        status = new QueryStatus(
                name,
                state,
                startedAtMicros,
                runner.progress().epoch(),
                report.failure().map(CodedException::render),
                report.note(),
                runner.watermark(),
                runner.progress().rowsOut(),
                runner.progress().laterBad(),
                report.ran() ? states.stream().mapToLong(OperatorState::rows).sum() : last.stateRows(),
                report.ran()
                        ? states.stream().mapToLong(OperatorState::sizeBytes).sum()
                        : last.stateBytes(),
                runner.store().newestCheckpoint(),
                sources(runner),
                watermarks(runner.progress().sources()));
    }

    /** Shows another state of the query, all else being as it was after the last epoch: what is in memory can't be told just now. */
    void showState(QueryState state, Optional<CodedException> failure, Optional<String> note) {
        QueryStatus last = status;
        shown = false;
        status = new QueryStatus(
                name,
                state,
                startedAtMicros,
                last.epoch(),
                failure.map(CodedException::render),
                note,
                last.watermark(),
                last.rowsOut(),
                last.laterBadRows(),
                last.stateRows(),
                last.stateBytes(),
                last.checkpointEpoch(),
                last.sources(),
                last.watermarks());
    }

    /** The rows that went through an epoch. */
    record Rows(long in, long out) {}

    /** Describes an epoch that has just ended. */
    static EpochStatus describe(PlanRecord.Plan plan, EpochRunner runner, Rows rows, EpochStatus.Phases phases) {
        Collection<OperatorState> states = runner.dataflow().states().values();
        return new EpochStatus(
                plan.epoch(),
                plan.nowMicros(),
                rows.in(),
                rows.out(),
                states.stream().mapToLong(OperatorState::rows).sum(),
                states.stream().mapToLong(OperatorState::sizeBytes).sum(),
                runner.watermark(),
                plan.sources().stream()
                        .flatMap(source -> source.range().stream())
                        .map(SourceRange::description)
                        .toList(),
                phases);
    }

    private static List<SourceStatus> sources(EpochRunner runner) {
        List<SourceStatus> all = new ArrayList<>();
        List<SourceProgress> sources = runner.progress().sources();
        for (int i = 0; i < sources.size(); i++) {
            var counts = runner.ledger().counts(i);
            all.add(new SourceStatus(
                    sources.get(i).name(),
                    counts.read(),
                    counts.accepted(),
                    counts.late(),
                    counts.bad(),
                    counts.filtered(),
                    sources.get(i).description()));
        }
        return all;
    }

    private static List<WatermarkStatus> watermarks(List<SourceProgress> sources) {
        boolean someUnknown = sources.stream()
                .anyMatch(source -> !source.ended()
                        && source.watermarks().stream()
                                .anyMatch(watermark -> watermark.readings().isEmpty()));
        long least = sources.stream()
                .filter(source -> !source.ended() && !someUnknown)
                .flatMap(source -> source.watermarks().stream())
                .flatMap(watermark -> watermark.readings().stream())
                .filter(reading -> !reading.idle())
                .mapToLong(PartitionWatermarks.Reading::watermark)
                .min()
                .orElse(Long.MAX_VALUE);
        List<WatermarkStatus> all = new ArrayList<>();
        for (SourceProgress source : sources) {
            source.watermarks().stream()
                    .limit(1)
                    .forEach(watermark ->
                            watermark.readings().forEach(reading -> all.add(show(source, reading, least))));
        }
        return all;
    }

    private static WatermarkStatus show(SourceProgress source, PartitionWatermarks.Reading reading, long least) {
        return new WatermarkStatus(
                source.name(),
                reading.partition(),
                source.ended() ? Long.MAX_VALUE : reading.watermark(),
                reading.idle(),
                !source.ended() && !reading.idle() && reading.watermark() == least,
                source.lastRowMicros(reading.partition()));
    }
}
