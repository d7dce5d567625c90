package io.tidemark.runtime.epoch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.checkpoint.FaultyFiles.Loss;
import io.tidemark.runtime.connector.OutputMode;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What reaches the sink in each output mode. */
class OutputModeTest {

    private static World changing(OutputMode mode, List<Integer> keyColumns) {
        World world = new World(1);
        world.dataflow = FakeWindows.changing();
        world.mode = mode;
        world.keyColumns = keyColumns;
        return world;
    }

    private static void twoEpochs(World world) {
        world.topic.add(0, 1, 1);
        world.topic.add(0, 11, 5);
        QueryExecution query = world.start();
        query.runEpoch();
        world.topic.add(0, 2, 2);
        query.runEpoch();
    }

    @Test
    void updateByKeyGivesTheNewRowOfEachKeyThatChanged() {
        World world = changing(OutputMode.UPDATE, List.of(0));
        twoEpochs(world);
        assertThat(world.table.epochs())
                .isEqualTo(new TreeMap<>(java.util.Map.of(
                        1L, List.of("10=1", "20=5"),
                        2L, List.of("10=3"))));
    }

    @Test
    void updateByRowGivesWhatGoesBeforeWhatComes() {
        World world = changing(OutputMode.UPDATE, List.of());
        twoEpochs(world);
        assertThat(world.table.epochs().get(2L)).containsExactly("-10=1", "10=3");
    }

    @Test
    void completeGivesTheWholeResultAtEachEpochThatChangesIt() {
        World world = changing(OutputMode.COMPLETE, List.of());
        twoEpochs(world);
        assertThat(world.table.epochs().get(1L)).containsExactlyInAnyOrder("10=1", "20=5");
        assertThat(world.table.epochs().get(2L)).containsExactlyInAnyOrder("10=3", "20=5");
    }

    @Test
    void completeGoesOnAfterACrashFromTheWholeResult() {
        World world = changing(OutputMode.COMPLETE, List.of());
        twoEpochs(world);
        world.crash(Loss.UNSYNCED, new Random(1));
        world.topic.add(0, 12, 1);
        world.start().runEpoch();
        QueryExecution query = world.start();
        World.runAll(query, world.clock);
        assertThat(world.table.epochs().lastEntry().getValue()).containsExactlyInAnyOrder("10=3", "20=6");
    }

    @Test
    void aRowTakenBackFromAnAppendSinkIsADefect() {
        World world = changing(OutputMode.APPEND, List.of());
        assertThatThrownBy(() -> twoEpochs(world)).hasMessageContaining("which only appends");
        assertThat(world.table.epochs()).hasSize(1);
    }

    @Test
    void anEpochWithoutOutputDoesNotReachTheSink() {
        World world = new World(1);
        world.topic.add(0, 1, 1);
        QueryExecution query = world.start();
        query.runEpoch();
        world.topic.add(0, 40, 1);
        query.runEpoch();
        assertThat(world.table.epochs()).isEqualTo(new TreeMap<>(java.util.Map.of(2L, List.of("10=1"))));
    }

    @Test
    void aSinkThatForgetsIsNotGivenAgainWhatWasCommitted() {
        World world = new World(1);
        world.exactlyOnce = false;
        world.topic.add(0, 1, 1);
        world.topic.add(0, 40, 1);
        World.runAll(world.start(), world.clock);
        assertThat(world.table.rows()).containsExactly("10=1");
        world.table.epochs().clear();
        world.shutDown();
        world.topic.add(0, 60, 1);
        World.runAll(world.start(), world.clock);
        assertThat(world.table.rows()).containsExactly("50=1");
    }
}
