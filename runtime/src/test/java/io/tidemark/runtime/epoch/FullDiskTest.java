package io.tidemark.runtime.epoch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The disk of the data directory is full, or fails, for a while; a query stops, and goes on as if nothing had happened. */
class FullDiskTest {

    private static final int ROWS = 60;
    private static final Outcome UNINTERRUPTED = runThrough();

    private record Outcome(List<String> rows, String source, int late, int bad) {
        static Outcome of(World world, QueryExecution query) {
            return new Outcome(
                    world.table.rows().stream().sorted().toList(),
                    query.status().sources().get(0).toString(),
                    query.keptRows(KeptRow.Kind.LATE).size(),
                    query.keptRows(KeptRow.Kind.BAD).size());
        }
    }

    private static World world() {
        World world = new World(2);
        EpochRunTest.fill(world.topic, 2, ROWS, 11);
        world.topic.seal();
        world.settings = world.settings.withMaxRowsPerEpoch(9);
        return world;
    }

    private static Outcome runThrough() {
        World world = world();
        QueryExecution query = world.start();
        World.runAll(query, world.clock);
        return Outcome.of(world, query);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void aFullDiskStopsTheQueryAndResumeGoesOnExactly(int epochsBefore) {
        World world = world();
        QueryExecution query = world.start();
        for (int i = 0; i < epochsBefore; i++) {
            query.runEpoch();
        }
        world.files.failWrites(true);
        assertThatThrownBy(() -> World.runAll(query, world.clock))
                .isInstanceOfSatisfying(CodedException.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_DISK);
                    assertThat(error.getMessage()).startsWith("the disk is full: \"");
                    assertThat(error.hint())
                            .hasValueSatisfying(hint -> assertThat(hint).contains("RESUME QUERY"));
                });
        assertThat(query.state()).isEqualTo(QueryState.FAILED);
        assertThat(query.resume()).isNotNull();
        assertThatThrownBy(() -> World.runAll(query, world.clock)).isInstanceOf(CodedException.class);
        world.files.failWrites(false);
        var resumed = query.resume();
        World.runAll(query, world.clock);
        assertThat(resumed).isCompleted();
        assertThat(query.state()).isEqualTo(QueryState.FINISHED);
        assertThat(Outcome.of(world, query)).isEqualTo(UNINTERRUPTED);
    }

    @ParameterizedTest
    @EnumSource(
            value = EpochRunner.Step.class,
            names = {"PLANNED", "LOGGED", "PROCESSED", "PREPARED", "DELIVERED", "NOTED"})
    void aDiskThatFailsToSyncFromSomeStepOnIsSurvivedToo(EpochRunner.Step step) {
        World world = world();
        world.observer = (at, epoch) -> world.files.failForces((at == step && epoch >= 3) || epoch > 3);
        QueryExecution query = world.start();
        assertThatThrownBy(() -> World.runAll(query, world.clock)).isInstanceOf(CodedException.class);
        assertThat(query.state()).isEqualTo(QueryState.FAILED);
        world.observer = (at, epoch) -> {};
        world.files.failForces(false);
        var resumed = query.resume();
        World.runAll(query, world.clock);
        assertThat(resumed).isCompleted();
        assertThat(query.state()).isEqualTo(QueryState.FINISHED);
        assertThat(Outcome.of(world, query)).isEqualTo(UNINTERRUPTED);
    }

    @Test
    void aCheckpointThatCannotBeWrittenIsTriedAgainAndTheQueryGoesOn() {
        World world = world();
        QueryExecution query = world.start();
        world.observer = (at, epoch) -> world.files.failWrites(at == EpochRunner.Step.NOTED);
        query.runEpoch();
        world.clock.advance(Duration.ofSeconds(2));
        query.runEpoch();
        assertThat(query.status().note())
                .hasValueSatisfying(note -> assertThat(note).startsWith("no checkpoint: the disk is full"));
        world.observer = (at, epoch) -> {};
        world.files.failWrites(false);
        World.runAll(query, world.clock);
        assertThat(query.status().note()).isEmpty();
        assertThat(Outcome.of(world, query)).isEqualTo(UNINTERRUPTED);
    }
}
