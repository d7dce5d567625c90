package io.tidemark.runtime.epoch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.accounting.RowPolicy;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.checkpoint.FaultyFiles.Loss;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.runtime.connector.EpochSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Late and bad rows whose policy is a stream are there once each, wherever the process dies. */
class RowStreamTest {

    private static final int ROWS = 60;
    private static final Outcome UNINTERRUPTED = runThrough();

    /** What is in the two streams: offset and payload of each row. */
    private record Outcome(List<String> late, List<String> bad) {}

    /** A durable stream, which takes each epoch whole. */
    private static final class FakeStream implements EpochSink {
        private final TreeMap<Long, List<String>> epochs = new TreeMap<>();
        private final List<String> open = new ArrayList<>();
        private final int payload;
        private long begun;

        FakeStream(KeptRow.Kind kind) {
            this.payload = kind == KeptRow.Kind.LATE ? 7 : 5;
        }

        List<String> rows() {
            return epochs.values().stream().flatMap(List::stream).toList();
        }

        @Override
        public long lastCommittedEpoch() {
            return epochs.isEmpty() ? 0 : epochs.lastKey();
        }

        @Override
        public void begin(long epoch) {
            assertThat(epoch).isGreaterThan(lastCommittedEpoch());
            begun = epoch;
            open.clear();
        }

        @Override
        public void write(Batch delta) {
            for (int row = 0; row < delta.rowCount(); row++) {
                open.add(((LongColumn) delta.column(2)).values[row] + "/" + ((LongColumn) delta.column(3)).values[row]
                        + " " + ((BytesColumn) delta.column(payload)).string(row));
            }
        }

        @Override
        public void prepare() {}

        @Override
        public void commit() {
            epochs.put(begun, List.copyOf(open));
        }

        @Override
        public void abort() {
            open.clear();
        }

        @Override
        public void close() {}
    }

    private final FakeStream late = new FakeStream(KeptRow.Kind.LATE);
    private final FakeStream bad = new FakeStream(KeptRow.Kind.BAD);

    private World world() {
        World world = new World(2);
        EpochRunTest.fill(world.topic, 2, ROWS, 11);
        world.topic.seal();
        world.settings = world.settings.withMaxRowsPerEpoch(9).withPolicies(RowPolicy.STREAM, RowPolicy.STREAM);
        world.rowSinks = Map.of(KeptRow.Kind.LATE, late, KeptRow.Kind.BAD, bad);
        return world;
    }

    private Outcome outcome() {
        return new Outcome(late.rows(), bad.rows());
    }

    private static Outcome runThrough() {
        RowStreamTest test = new RowStreamTest();
        World world = test.world();
        World.runAll(world.start(), world.clock);
        return test.outcome();
    }

    @Test
    void lateAndBadRowsGoToTheirStreamsAndIntoNoJournal() {
        World world = world();
        QueryExecution query = world.start();
        World.runAll(query, world.clock);
        SourceStatus source = query.status().sources().get(0);
        assertThat(late.rows()).hasSize((int) source.late()).isNotEmpty();
        assertThat(bad.rows()).hasSize((int) source.bad()).isNotEmpty();
        assertThat(query.keptRows(KeptRow.Kind.LATE)).isEmpty();
        assertThat(query.keptRows(KeptRow.Kind.BAD)).isEmpty();
    }

    static Stream<Arguments> crashes() {
        return Stream.of(EpochRunner.Step.values())
                .flatMap(step -> Stream.of(Loss.values())
                        .flatMap(loss -> Stream.of(1L, 3L, 5L).map(epoch -> Arguments.of(step, loss, epoch))));
    }

    @ParameterizedTest
    @MethodSource("crashes")
    void aCrashAtAnyStepLosesAndDoublesNone(EpochRunner.Step step, Loss loss, long epoch) {
        World world = world();
        world.observer = (at, number) -> {
            if (at == step && number == epoch) {
                throw new World.Crash();
            }
        };
        QueryExecution first = world.start();
        assertThatThrownBy(() -> World.runAll(first, world.clock)).isInstanceOf(World.Crash.class);
        world.crash(loss, new Random(epoch));
        world.observer = (at, number) -> {};
        QueryExecution second = world.start();
        World.runAll(second, world.clock);
        assertThat(second.state()).isEqualTo(QueryState.FINISHED);
        assertThat(outcome()).isEqualTo(UNINTERRUPTED);
    }
}
