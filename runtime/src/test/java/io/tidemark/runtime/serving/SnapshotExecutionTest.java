package io.tidemark.runtime.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.epoch.FakeTopic;
import io.tidemark.runtime.epoch.FakeWindows;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.serving.SnapshotSpec.Input;
import io.tidemark.runtime.serving.SnapshotSpec.Limits;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotExecutionTest {

    private static final Limits AMPLE = new Limits(1 << 20, Duration.ofMinutes(1));

    private final FakeTopic topic = new FakeTopic(2);

    private SnapshotExecution snapshot(Dataflow.Factory dataflow, Limits limits) {
        SnapshotSpec spec = new SnapshotSpec(dataflow, List.of(new Input.Read("s", topic.source())), true, limits);
        return new SnapshotExecution(spec, Clock.systemUTC());
    }

    static List<String> texts(List<Batch> batches) {
        List<String> texts = new ArrayList<>();
        for (Batch batch : batches) {
            for (int i = 0; i < batch.selectedCount(); i++) {
                int position = batch.position(i);
                texts.add((batch.weight(position) < 0 ? "-" : "")
                        + ((LongColumn) batch.column(0)).values[position]
                        + "="
                        + ((LongColumn) batch.column(1)).values[position]);
            }
        }
        return texts;
    }

    private static ErrorCode errorOf(SnapshotExecution snapshot) {
        try {
            snapshot.collect();
        } catch (CodedException e) {
            return e.code();
        }
        throw new AssertionError("no error");
    }

    @Test
    void whatIsThereIsReadAndEveryWindowCloses() {
        topic.add(0, 5, 1);
        topic.add(1, 17, 2);
        topic.add(0, 18, 3);
        SnapshotExecution snapshot = snapshot(FakeWindows.closed(new FakeWindows.Fuse()), AMPLE);
        assertThat(texts(snapshot.collect())).containsExactly("10=1", "20=5");
    }

    @Test
    void lateAndBadRowsAreLeftOutAndCounted() {
        topic.add(0, 5, 1);
        topic.add(0, 40, 1);
        topic.add(0, 6, 1);
        topic.add(0, 41, -1);
        topic.addUndecodable(1);
        SnapshotExecution snapshot = snapshot(FakeWindows.changing(), AMPLE);
        assertThat(texts(snapshot.collect())).containsExactlyInAnyOrder("10=1", "50=1");
        assertThat(snapshot.lateRows()).isEqualTo(1);
        assertThat(snapshot.badRows()).isEqualTo(2);
    }

    @Test
    void itStopsWhenItIsCancelledOrTooSlowOrTooLarge() {
        topic.add(0, 5, 1);
        SnapshotExecution cancelled = snapshot(FakeWindows.changing(), AMPLE);
        cancelled.cancel();
        assertThat(errorOf(cancelled)).isEqualTo(ErrorCode.CANCELLED);
        assertThat(errorOf(snapshot(FakeWindows.changing(), new Limits(1 << 20, Duration.ofNanos(1)))))
                .isEqualTo(ErrorCode.TIMEOUT);
        assertThat(errorOf(snapshot(FakeWindows.changing(), new Limits(3, Duration.ofMinutes(1)))))
                .isEqualTo(ErrorCode.RESOURCE_MEMORY);
    }

    @Test
    void aClientTakesTheRowsFromAQueue() throws InterruptedException {
        topic.add(0, 5, 1);
        BatchQueue queue = new BatchQueue(4);
        snapshot(FakeWindows.changing(), AMPLE).run(queue);
        assertThat(texts(List.of(queue.poll(Duration.ZERO).orElseThrow().batch())))
                .containsExactly("10=1");
        assertThat(queue.poll(Duration.ZERO)).isEmpty();
        assertThat(queue.isDone()).isTrue();
    }

    @Test
    void anErrorReachesTheClientBehindTheRowsBeforeIt() {
        topic.add(0, 5, 1);
        BatchQueue queue = new BatchQueue(4);
        SnapshotExecution snapshot = snapshot(FakeWindows.changing(), AMPLE);
        snapshot.cancel();
        snapshot.run(queue);
        assertThatThrownBy(() -> queue.poll(Duration.ZERO)).hasMessageContaining("cancelled");
    }
}
