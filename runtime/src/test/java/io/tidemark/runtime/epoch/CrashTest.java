package io.tidemark.runtime.epoch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.checkpoint.FaultyFiles.Loss;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.sql.error.CodedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The process dies at each step of an epoch; opened again, the query gives out what it would have given out anyway. */
class CrashTest {

    private static final int ROWS = 60;
    private static final int ROWS_PER_EPOCH = 9;
    private static final Outcome UNINTERRUPTED = runThrough();

    /** Everything that can be told of a query from outside. */
    private record Outcome(List<String> rows, String source, List<KeptRow> late, List<KeptRow> bad) {
        static Outcome of(World world, QueryExecution query) {
            return new Outcome(
                    world.table.rows().stream().sorted().toList(),
                    query.status().sources().get(0).toString(),
                    withoutTime(query, KeptRow.Kind.LATE),
                    withoutTime(query, KeptRow.Kind.BAD));
        }

        private static List<KeptRow> withoutTime(QueryExecution query, KeptRow.Kind kind) {
            return query.keptRows(kind).stream()
                    .map(row -> new KeptRow(
                            kind,
                            0,
                            0,
                            row.source(),
                            row.partition(),
                            row.offset(),
                            row.eventTime(),
                            row.watermark(),
                            row.reason(),
                            row.payload()))
                    .toList();
        }
    }

    private static World world() {
        World world = new World(2);
        EpochRunTest.fill(world.topic, 2, ROWS, 11);
        world.topic.seal();
        world.settings = world.settings.withMaxRowsPerEpoch(ROWS_PER_EPOCH);
        return world;
    }

    private static Outcome runThrough() {
        World world = world();
        QueryExecution query = world.start();
        World.runAll(query, world.clock);
        return Outcome.of(world, query);
    }

    static Stream<Arguments> crashes() {
        return Stream.of(EpochRunner.Step.values())
                .flatMap(step -> Stream.of(Loss.values())
                        .flatMap(loss -> Stream.of(1L, 5L).map(epoch -> Arguments.of(step, loss, epoch))));
    }

    @ParameterizedTest
    @MethodSource("crashes")
    void aCrashAtAnyStepChangesNothing(EpochRunner.Step step, Loss loss, long epoch) {
        World world = world();
        dieAt(world, step, epoch);
        QueryExecution first = world.start();
        assertThatThrownBy(() -> World.runAll(first, world.clock)).isInstanceOf(World.Crash.class);
        world.crash(loss, new Random(epoch));
        world.observer = (at, number) -> {};
        QueryExecution second = world.start();
        World.runAll(second, world.clock);
        assertThat(second.state()).isEqualTo(QueryState.FINISHED);
        assertThat(Outcome.of(world, second)).isEqualTo(UNINTERRUPTED);
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void crashAfterCrashChangesNothing(Loss loss) {
        for (long seed = 1; seed <= 3; seed++) {
            Random random = new Random(seed);
            World world = world();
            boolean finished = false;
            QueryExecution query = world.start();
            for (int life = 0; life < 100 && !finished; life++) {
                EpochRunner.Step[] steps = EpochRunner.Step.values();
                EpochRunner.Step step = steps[random.nextInt(steps.length)];
                int[] left = {random.nextInt(4)};
                world.observer = (at, number) -> {
                    if (at == step && left[0]-- == 0) {
                        throw new World.Crash();
                    }
                };
                finished = finishes(query, world);
                if (!finished) {
                    world.crash(loss, random);
                    query = world.start();
                }
            }
            assertThat(finished).as("seed %d", seed).isTrue();
            assertThat(Outcome.of(world, query)).as("seed %d", seed).isEqualTo(UNINTERRUPTED);
        }
    }

    private static boolean finishes(QueryExecution query, World world) {
        try {
            World.runAll(query, world.clock);
            return true;
        } catch (World.Crash e) {
            return false;
        }
    }

    private static void dieAt(World world, EpochRunner.Step step, long epoch) {
        world.observer = (at, number) -> {
            if (at == step && number == epoch) {
                throw new World.Crash();
            }
        };
    }

    @Test
    void aSinkThatLosesItsNewestEpochsGetsThemAgain() {
        World world = world();
        world.table.mayLose(3);
        dieAt(world, EpochRunner.Step.CHECKPOINTED, 6);
        QueryExecution first = world.start();
        assertThatThrownBy(() -> World.runAll(first, world.clock)).isInstanceOf(World.Crash.class);
        world.crash(Loss.UNSYNCED, new Random(1));
        world.observer = (at, number) -> {};
        QueryExecution second = world.start();
        World.runAll(second, world.clock);
        assertThat(Outcome.of(world, second)).isEqualTo(UNINTERRUPTED);
    }

    @Test
    void aDamagedCheckpointIsPassedOverForTheOneBefore() {
        World world = world();
        dieAt(world, EpochRunner.Step.CHECKPOINTED, 5);
        QueryExecution first = world.start();
        assertThatThrownBy(() -> World.runAll(first, world.clock)).isInstanceOf(World.Crash.class);
        world.crash(Loss.UNSYNCED, new Random(1));
        List<Path> checkpoints = world.files.all(World.DIRECTORY).stream()
                .filter(file -> file.getFileName().toString().startsWith("checkpoint-"))
                .toList();
        assertThat(checkpoints).hasSizeGreaterThanOrEqualTo(2);
        Path newest = checkpoints.get(checkpoints.size() - 1);
        world.files.flip(newest, world.files.length(newest) / 2);
        world.observer = (at, number) -> {};
        QueryExecution second = world.start();
        World.runAll(second, world.clock);
        assertThat(Outcome.of(world, second)).isEqualTo(UNINTERRUPTED);
    }

    @Test
    void aQueryWithoutAUsableCheckpointIsRefusedRatherThanBegunAnew() {
        World world = world();
        dieAt(world, EpochRunner.Step.CHECKPOINTED, 5);
        QueryExecution first = world.start();
        assertThatThrownBy(() -> World.runAll(first, world.clock)).isInstanceOf(World.Crash.class);
        world.crash(Loss.NONE, new Random(1));
        world.files.all(World.DIRECTORY).forEach(file -> world.files.flip(file, world.files.length(file) / 2));
        QueryExecution second = world.open();
        assertThatThrownBy(() -> second.start().join())
                .hasCauseInstanceOf(CodedException.class)
                .hasMessageContaining("no usable checkpoint");
        assertThat(second.state()).isEqualTo(QueryState.FAILED);
    }

    @Test
    void replayGivesTheDeltasThatWereGivenBefore() {
        World once = world();
        QueryExecution whole = once.start();
        World.runAll(whole, once.clock);
        World twice = world();
        twice.settings = twice.settings.withCheckpointInterval(java.time.Duration.ofDays(1));
        dieAt(twice, EpochRunner.Step.NOTED, 6);
        QueryExecution first = twice.start();
        assertThatThrownBy(() -> World.runAll(first, twice.clock)).isInstanceOf(World.Crash.class);
        twice.crash(Loss.NONE, new Random(1));
        twice.observer = (at, number) -> {};
        twice.table.epochs().clear();
        QueryExecution second = twice.start();
        World.runAll(second, twice.clock);
        assertThat(twice.table.epochs()).isEqualTo(once.table.epochs());
    }

    @Test
    void whatNobodyNeedsAnyMoreIsDeletedAndReleased() {
        World world = world();
        QueryExecution query = world.start();
        World.runAll(query, world.clock);
        assertThat(world.files.all(World.DIRECTORY))
                .filteredOn(file -> file.getFileName().toString().startsWith("checkpoint-"))
                .as("two checkpoints with all of the state, and those with changes that follow them")
                .hasSizeBetween(2, 5);
        assertThat(world.topic.released().encoded()).isNotEmpty();
        assertThat(world.services().log().read("q", 0).plans()).hasSizeLessThan(ROWS / ROWS_PER_EPOCH);
    }
}
