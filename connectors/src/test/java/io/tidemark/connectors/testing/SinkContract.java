package io.tidemark.connectors.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every sink that is exactly once keeps to. A crash is an object dropped without a word and the sink opened again.
 *
 * <p>The sink under test takes the columns of {@link #SCHEMA}.
 */
public abstract class SinkContract {

    /** The columns written. */
    protected static final Schema SCHEMA = Columns.schema("id BIGINT NOT NULL, name VARCHAR");

    /** Opens the sink anew. */
    protected abstract EpochSink open(OutputMode mode) throws Exception;

    /** The rows that a reader sees, as {@code id|name}, in any order. */
    protected abstract List<String> visible() throws Exception;

    /** How many epochs are delivered with crashes in them: fewer where opening takes long. */
    protected int crashedEpochs() {
        return 60;
    }

    /** A batch of rows {@code id|n<id>}. */
    protected static Batch batch(int... ids) {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        for (int id : ids) {
            builder.column(0).setLong(id);
            builder.column(1).setString("n" + id);
            builder.endRow();
        }
        return builder.build();
    }

    private static List<String> rows(int... ids) {
        return IntStream.of(ids).mapToObj(id -> id + "|n" + id).toList();
    }

    private static void deliver(EpochSink sink, long epoch, int... ids) {
        sink.begin(epoch);
        if (ids.length > 0) {
            sink.write(batch(ids));
        }
        sink.prepare();
        sink.commit();
    }

    @Test
    void anEpochBecomesVisibleWithItsCommitAndNotBefore() throws Exception {
        try (EpochSink sink = open(OutputMode.APPEND)) {
            assertThat(sink.lastCommittedEpoch()).isZero();
            sink.begin(1);
            sink.write(batch(1, 2));
            assertThat(visible()).isEmpty();
            sink.prepare();
            assertThat(visible()).isEmpty();
            sink.commit();
            assertThat(visible()).containsExactlyInAnyOrderElementsOf(rows(1, 2));
            assertThat(sink.lastCommittedEpoch()).isEqualTo(1);
        }
    }

    @Test
    void anEpochCommittedTwiceIsThereOnce() throws Exception {
        try (EpochSink sink = open(OutputMode.APPEND)) {
            deliver(sink, 1, 1, 2);
            sink.commit();
            assertThat(visible()).containsExactlyInAnyOrderElementsOf(rows(1, 2));
        }
    }

    @Test
    void anAbortedEpochLeavesNothingAndCanBeDeliveredAgain() throws Exception {
        try (EpochSink sink = open(OutputMode.APPEND)) {
            sink.begin(1);
            sink.write(batch(1));
            sink.abort();
            assertThat(visible()).isEmpty();
            deliver(sink, 1, 1);
            sink.begin(2);
            sink.write(batch(2));
            sink.prepare();
            sink.abort();
            assertThat(visible()).containsExactlyInAnyOrderElementsOf(rows(1));
        }
    }

    @Test
    void aRowIsWrittenAsOftenAsItsWeightSays() throws Exception {
        try (EpochSink sink = open(OutputMode.APPEND)) {
            sink.begin(1);
            sink.write(batch(1, 2, 3).withWeights(new int[] {2, 1, 1}).withSelection(new int[] {0, 2}, 2));
            sink.prepare();
            sink.commit();
            assertThat(visible()).containsExactlyInAnyOrder("1|n1", "1|n1", "3|n3");
        }
    }

    @Test
    void anEpochWithoutRowsIsRemembered() throws Exception {
        try (EpochSink sink = open(OutputMode.APPEND)) {
            deliver(sink, 1, 1);
            deliver(sink, 7);
        }
        try (EpochSink reopened = open(OutputMode.APPEND)) {
            assertThat(reopened.lastCommittedEpoch()).isEqualTo(7);
            assertThat(visible()).containsExactlyInAnyOrderElementsOf(rows(1));
        }
    }

    @Test
    void crashesBetweenAnyStepsLoseNothingAndDoubleNothing() throws Exception {
        Random random = new Random(7);
        List<String> expected = new ArrayList<>();
        EpochSink sink = open(OutputMode.APPEND);
        for (int epoch = 1; epoch <= crashedEpochs(); epoch++) {
            int[] ids = IntStream.range(0, epoch % 4).map(i -> i).toArray();
            int id = epoch;
            int[] shifted = IntStream.of(ids).map(i -> id * 10 + i).toArray();
            expected.addAll(rows(shifted));
            while (sink.lastCommittedEpoch() < epoch) {
                int steps = random.nextInt(6);
                deliverSteps(sink, epoch, steps, shifted);
                if (steps < 4 || random.nextBoolean()) {
                    sink = open(OutputMode.APPEND);
                }
            }
            assertThat(sink.lastCommittedEpoch()).isEqualTo(epoch);
            assertThat(visible()).containsExactlyInAnyOrderElementsOf(expected);
        }
        sink.close();
    }

    private static void deliverSteps(EpochSink sink, long epoch, int steps, int... ids) {
        if (steps > 0) {
            sink.begin(epoch);
        }
        if (steps > 1 && ids.length > 0) {
            sink.write(batch(ids));
        }
        if (steps > 2) {
            sink.prepare();
        }
        if (steps > 3) {
            sink.commit();
        }
        if (steps > 4) {
            sink.commit();
        }
    }

    @Test
    protected void aCompleteEpochReplacesTheOneBefore() throws Exception {
        try (EpochSink sink = open(OutputMode.COMPLETE)) {
            deliver(sink, 1, 1, 2, 3);
            sink.begin(2);
            sink.write(batch(4));
            sink.prepare();
            assertThat(visible()).containsExactlyInAnyOrderElementsOf(rows(1, 2, 3));
            sink.commit();
            assertThat(visible()).containsExactlyInAnyOrderElementsOf(rows(4));
        }
        try (EpochSink reopened = open(OutputMode.COMPLETE)) {
            assertThat(reopened.lastCommittedEpoch()).isEqualTo(2);
            deliver(reopened, 3);
            assertThat(visible()).isEmpty();
        }
    }
}
