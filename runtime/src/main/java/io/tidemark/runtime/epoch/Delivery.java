package io.tidemark.runtime.epoch;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.operator.CompleteResultOperator;
import io.tidemark.runtime.operator.Consolidation;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.storage.StreamSink;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a dataflow gives out in an epoch, brings it into the form of the output mode, and delivers it once the epoch's plan is durable.
 *
 * <p>In APPEND rows go to the sink as they come (the first few are held until the plan is durable); in UPDATE and COMPLETE at the end of the
 * epoch. An epoch without output does not reach the sink, unless the sink is a {@link ResultStore} or has to hear of the watermark.
 */
final class Delivery implements Output {

    private static final int HELD_BATCHES = 32;

    private final QueryOutput output;
    private final EpochSink sink;
    private @Nullable Shape shape;
    private final List<Batch> held = new ArrayList<>();

    private Epoch epoch = new Epoch(0, 0);
    private Runnable planDurable = () -> {};
    private boolean suppressed;
    private boolean begun;
    private boolean changed;
    private boolean due;
    private boolean deliveredBefore;
    private long watermarkTold = Long.MIN_VALUE;
    private long rows;

    /** What is made when the schema of the result is known. */
    private record Shape(Consolidation consolidation, CompleteResultOperator whole) {}

    Delivery(QueryOutput output) {
        this.output = output;
        this.sink = output.sink();
    }

    /** Says what the result's columns are, before the first epoch. */
    void bind(Schema schema) {
        shape = new Shape(new Consolidation(schema), new CompleteResultOperator(schema));
    }

    private Shape shape() {
        if (shape == null) {
            throw CodedException.internal("a dataflow gave rows out before its first epoch");
        }
        return shape;
    }

    /** The state behind COMPLETE. */
    Optional<OperatorState> state() {
        return output.mode() == OutputMode.COMPLETE ? shape().whole().state() : Optional.empty();
    }

    /**
     * Begins an epoch.
     *
     * @param suppress whether the sink has it already
     * @param hasDelivered whether any epoch before gave the sink anything
     * @param awaitPlan returns when the epoch's plan is durable
     */
    void beginEpoch(Epoch begin, boolean suppress, boolean hasDelivered, Runnable awaitPlan) {
        epoch = begin;
        suppressed = suppress;
        deliveredBefore = hasDelivered;
        planDurable = awaitPlan;
        begun = false;
        changed = false;
        due = false;
        rows = 0;
        held.clear();
    }

    @Override
    public void emit(Batch batch) {
        if (batch.selectedCount() == 0) {
            return;
        }
        changed = true;
        switch (output.mode()) {
            case APPEND -> append(batch);
            case UPDATE -> shape().consolidation().add(batch);
            case COMPLETE -> shape().whole().process(0, batch, this::hold);
        }
    }

    private void append(Batch batch) {
        for (int i = 0; i < batch.selectedCount(); i++) {
            int weight = batch.weight(batch.position(i));
            if (weight <= 0) {
                throw CodedException.internal("a row of weight " + weight + " reached \"" + output.name()
                        + "\" in epoch " + epoch.number() + ", which only appends");
            }
        }
        hold(batch);
        if (held.size() > HELD_BATCHES) {
            write();
        }
    }

    private void hold(Batch batch) {
        if (batch.selectedCount() == 0) {
            return;
        }
        due = true;
        rows += count(batch);
        if (!suppressed) {
            held.add(batch);
        }
    }

    /**
     * Ends the epoch: when this returns, the sink has prepared everything, or has nothing to do.
     *
     * @param watermark the result's, micros
     */
    void endEpoch(long watermark) {
        switch (output.mode()) {
            case APPEND -> {}
            case UPDATE -> drain();
            case COMPLETE -> {
                if (changed || !deliveredBefore) {
                    shape().whole().endEpoch(epoch, watermark, this::hold);
                    due = true;
                }
            }
        }
        due |= sink instanceof ResultStore || (sink instanceof StreamSink && watermark > watermarkTold);
        if (due && !suppressed) {
            write();
            if (sink instanceof StreamSink stream) {
                stream.outputWatermark(watermark);
                watermarkTold = watermark;
            }
            if (sink instanceof ResultStore result) {
                result.watermark(watermark);
            }
            sink.prepare();
        }
    }

    private void drain() {
        if (output.keyColumns().isEmpty()) {
            List<Batch> drained = new ArrayList<>();
            shape().consolidation().drain(drained::add);
            drained.forEach(batch -> hold(ofSign(batch, true)));
            drained.forEach(batch -> hold(ofSign(batch, false)));
        } else {
            shape().consolidation().drainByKey(output.keyColumns(), this::hold);
        }
    }

    private static Batch ofSign(Batch batch, boolean negative) {
        int[] selection = new int[batch.selectedCount()];
        int count = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            if (batch.weight(position) < 0 == negative) {
                selection[count++] = position;
            }
        }
        return batch.withSelection(selection, count);
    }

    private void write() {
        if (!begun) {
            planDurable.run();
            sink.begin(epoch.number());
            begun = true;
        }
        for (Batch batch : held) {
            sink.write(batch);
        }
        held.clear();
    }

    private long count(Batch batch) {
        if (output.mode() == OutputMode.UPDATE || batch.weights == null) {
            return batch.selectedCount();
        }
        long count = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            count += batch.weight(batch.position(i));
        }
        return count;
    }

    /** Commits what was prepared. Returns whether there was anything, also if it was suppressed. */
    boolean commit() {
        if (begun) {
            sink.commit();
            begun = false;
        }
        return due;
    }

    /** Rows of the epoch, delivered or suppressed. */
    long rows() {
        return rows;
    }

    /** Takes back an epoch that can't be ended. */
    void abort() {
        held.clear();
        if (begun) {
            begun = false;
            sink.abort();
        }
    }
}
