package io.tidemark.runtime.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.accounting.MemoryBudget;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.epoch.FakeTopic;
import io.tidemark.runtime.epoch.FakeWindows;
import io.tidemark.runtime.epoch.QuerySettings;
import io.tidemark.runtime.epoch.SourceBinding;
import io.tidemark.runtime.epoch.Trigger;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.serving.PushExecution.PushSpec;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PushExecutionTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final FakeTopic topic = new FakeTopic(1);

    private PushExecution push(Dataflow.Factory dataflow, OutputMode mode) {
        PushSpec spec = new PushSpec(
                "p1",
                dataflow,
                List.of(SourceBinding.atRest("s", topic.source())),
                mode,
                List.of(),
                Trigger.available(),
                QuerySettings.DEFAULTS,
                new PushExecution.Queueing(1));
        PushExecution push = new PushExecution(spec, Clock.systemUTC(), MemoryBudget.unlimited());
        push.start().join();
        return push;
    }

    private static List<String> next(PushExecution push) throws InterruptedException {
        return SnapshotExecutionTest.texts(
                List.of(push.rows().poll(LONG).orElseThrow().batch()));
    }

    @Test
    void changesComeAsTheirEpochsAreCommitted() throws InterruptedException {
        PushExecution push = push(FakeWindows.changing(), OutputMode.UPDATE);
        topic.add(0, 5, 1);
        assertThat(next(push)).containsExactly("10=1");
        topic.add(0, 6, 2);
        assertThat(next(push)).containsExactly("-10=1");
        assertThat(next(push)).containsExactly("10=3");
        push.cancel().join();
        push.ended().join();
        assertThatThrownBy(() -> push.rows().poll(LONG)).hasMessageContaining("cancelled");
    }

    @Test
    void aSlowClientHoldsTheQueryBackAndMayGo() {
        topic.add(0, 5, 1);
        topic.add(0, 6, 1);
        PushExecution push = push(FakeWindows.changing(), OutputMode.UPDATE);
        topic.add(0, 7, 1);
        topic.add(0, 8, 1);
        push.cancel().join();
        assertThat(push.ended().isDone()).isTrue();
    }

    @Test
    void theEndOfTheSourceIsTheEndOfTheRows() throws InterruptedException {
        topic.add(0, 5, 1);
        topic.seal();
        PushExecution push = push(FakeWindows.closed(new FakeWindows.Fuse()), OutputMode.APPEND);
        assertThat(next(push)).containsExactly("10=1");
        push.ended().join();
        assertThat(push.rows().isDone()).isTrue();
    }
}
