package io.tidemark.runtime.epoch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.accounting.RowPolicy;
import io.tidemark.runtime.checkpoint.FaultyFiles;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LifeCycleTest {

    private static void await(CompletableFuture<?> future) {
        try {
            future.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CodedException coded) {
                throw coded;
            }
            throw new AssertionError(e);
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private static ErrorCode errorOf(CompletableFuture<?> future) {
        try {
            await(future);
        } catch (CodedException e) {
            return e.code();
        }
        throw new AssertionError("no error");
    }

    @Test
    void anUnexpectedFailureIsTriedAgainFromTheCheckpointAndLeavesNoTrace() {
        World world = new World(1);
        world.topic.add(0, 5, 1);
        world.topic.add(0, 30, FakeWindows.EXPLOSIVE);
        world.topic.add(0, 60, 2);
        world.fuse.left = 3;
        QueryExecution query = world.start();
        World.runAll(query, world.clock);
        while (world.fuse.left > 0 || query.runEpoch().isPresent()) {
            World.runAll(query, world.clock);
        }
        assertThat(query.state()).isEqualTo(QueryState.RUNNING);
        assertThat(world.table.rows()).containsExactly("10=1", "40=13");
    }

    @Test
    void fourFailuresInARowFailTheQueryAndResumeGoesOn() {
        World world = new World(1);
        world.topic.add(0, 5, FakeWindows.EXPLOSIVE);
        world.topic.add(0, 60, 2);
        world.fuse.left = 4;
        QueryExecution query = world.start();
        assertThatThrownBy(() -> {
                    while (query.state() == QueryState.RUNNING) {
                        query.runEpoch();
                    }
                })
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("epoch 1 of query \"q\" failed 4 times")
                .hasMessageContaining("boom");
        assertThat(query.state()).isEqualTo(QueryState.FAILED);
        assertThat(query.status().lastError().orElse("")).contains("boom");
        assertThat(errorOf(query.flush())).isEqualTo(ErrorCode.QUERY_FAILED);
        var unused = query.resume();
        World.runAll(query, world.clock);
        assertThat(world.table.rows()).containsExactly("10=13");
    }

    @Test
    void aCommitThatFailsIsDeliveredOnceWhenItSucceeds() {
        World world = new World(1);
        world.topic.add(0, 5, 1);
        world.topic.add(0, 60, 2);
        world.table.failCommits(2);
        QueryExecution query = world.start();
        for (int i = 0; i < 3; i++) {
            query.runEpoch();
        }
        assertThat(world.table.epochs()).hasSize(1);
        assertThat(world.table.rows()).containsExactly("10=1");
    }

    @Test
    void aSourceThatDoesNotAnswerIsTriedAgainAndNoted() {
        World world = new World(1);
        world.topic.add(0, 5, 1);
        world.topic.add(0, 60, 2);
        world.topic.failReads(2);
        QueryExecution query = world.start();
        assertThat(query.runEpoch()).isEmpty();
        assertThat(query.status().note().orElse("")).contains("the topic does not answer");
        assertThat(query.state()).isEqualTo(QueryState.RUNNING);
        assertThat(query.runEpoch()).isEmpty();
        assertThat(query.runEpoch()).isPresent();
        assertThat(query.status().note()).isEmpty();
        assertThat(world.table.rows()).containsExactly("10=1");
        assertThat(query.status().sources().get(0).read()).isEqualTo(2);
    }

    @Test
    void thePolicyFailStopsTheQueryAtALateRowAndLettingItPassResumesIt() {
        World world = new World(1);
        world.topic.add(0, 5, 1);
        world.topic.add(0, 60, 2);
        world.topic.add(0, 7, 4);
        world.settings = world.settings.withPolicies(RowPolicy.FAIL, RowPolicy.FAIL);
        QueryExecution query = world.start();
        assertThatThrownBy(query::runEpoch)
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("the row at offset 2 of partition 0 of \"s\" is late");
        assertThat(world.table.rows()).isEmpty();
        var unused = query.alter(world.settings.withPolicies(RowPolicy.DROP, RowPolicy.FAIL));
        var ignored = query.resume();
        World.runAll(query, world.clock);
        assertThat(world.table.rows()).containsExactly("10=1");
        assertThat(query.status().sources().get(0).late()).isEqualTo(1);
        assertThat(query.keptRows(KeptRow.Kind.LATE)).isEmpty();
    }

    @Test
    void aPausedQueryTakesNothingUntilItIsResumed() {
        World world = new World(1);
        QueryExecution query = world.start();
        World.runAll(query, world.clock);
        await(query.pause());
        assertThat(query.state()).isEqualTo(QueryState.PAUSED);
        assertThat(errorOf(query.flush())).isEqualTo(ErrorCode.QUERY_PAUSED);
        world.topic.add(0, 5, 1);
        assertThatThrownBy(query::runEpoch).hasMessageContaining("is paused");
        await(query.resume());
        assertThat(query.runEpoch()).isPresent();
    }

    @Test
    void aStoppedQueryGoesOnInANewExecution() {
        World world = new World(1);
        world.topic.add(0, 5, 1);
        QueryExecution first = world.start();
        World.runAll(first, world.clock);
        await(first.stop(false));
        assertThat(first.state()).isEqualTo(QueryState.STOPPED);
        world.topic.add(0, 60, 2);
        QueryExecution second = world.start();
        World.runAll(second, world.clock);
        assertThat(world.table.rows()).containsExactly("10=1");
        assertThat(second.status().epoch()).isEqualTo(2);
        assertThat(second.status().sources().get(0).read()).isEqualTo(2);
    }

    @Test
    void aDroppedQueryLeavesNothing() {
        World world = new World(1);
        world.topic.add(0, 5, 1);
        QueryExecution query = world.start();
        World.runAll(query, world.clock);
        await(query.drop());
        assertThat(world.files.all(World.DIRECTORY)).isEmpty();
        assertThat(world.services().log().queries()).isEmpty();
        world.table.epochs().clear();
        QueryExecution anew = world.start();
        World.runAll(anew, world.clock);
        assertThat(anew.status().epoch()).isEqualTo(1);
    }

    @Test
    void advancingTheWatermarkClosesWindowsAndSurvivesARestart() {
        World world = new World(2);
        world.topic.add(0, 5, 1);
        QueryExecution query = world.start();
        World.runAll(query, world.clock);
        assertThat(world.table.rows()).isEmpty();
        CompletableFuture<Void> advanced = query.advanceWatermark("s", 12);
        assertThat(query.runEpoch()).isPresent();
        await(advanced);
        assertThat(world.table.rows()).containsExactly("10=1");
        world.topic.add(1, 9, 1);
        query.runEpoch();
        assertThat(query.status().sources().get(0).late()).isEqualTo(1);
        assertThat(errorOf(query.advanceWatermark("t", 12))).isEqualTo(ErrorCode.UNKNOWN_OBJECT);
    }

    @Test
    void aSilentPartitionStopsHoldingTheOthersBackAndComesBackAtTheCommonWatermark() {
        World world = new World(2);
        world.idleTimeout = Duration.ofSeconds(30);
        world.topic.add(0, 25, 1);
        world.topic.add(1, 5, 2);
        QueryExecution query = world.start();
        World.runAll(query, world.clock);
        assertThat(query.status().watermarks())
                .extracting(WatermarkStatus::watermark, WatermarkStatus::holdsBack)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(22L, false), org.assertj.core.groups.Tuple.tuple(2L, true));
        world.clock.advance(Duration.ofSeconds(20));
        world.topic.add(0, 26, 1);
        query.runEpoch();
        assertThat(query.runEpoch()).isEmpty();
        world.clock.advance(Duration.ofSeconds(15));
        assertThat(query.runEpoch()).isPresent();
        assertThat(query.status().watermark()).isEqualTo(23);
        assertThat(world.table.rows()).containsExactly("10=2");
        world.topic.add(1, 9, 7);
        world.topic.add(1, 24, 8);
        query.runEpoch();
        assertThat(query.status().sources().get(0).late()).isEqualTo(1);
        assertThat(query.status().watermarks())
                .extracting(WatermarkStatus::idle)
                .containsExactly(false, false);
    }

    @Test
    void withAHeartbeatTheLastWindowClosesAlthoughNothingMoreComesAndReplayAgrees() {
        World world = new World(1);
        world.heartbeat = Optional.of(Duration.ofSeconds(30));
        world.settings = world.settings.withCheckpointInterval(Duration.ofDays(1));
        world.topic.add(0, 25, 1);
        QueryExecution query = world.start();
        World.runAll(query, world.clock);
        world.clock.advance(Duration.ofSeconds(20));
        assertThat(query.runEpoch()).isEmpty();
        world.clock.advance(Duration.ofSeconds(20));
        assertThat(query.runEpoch()).isPresent();
        assertThat(query.runEpoch()).isEmpty();
        assertThat(world.table.rows()).containsExactly("30=1");
        long watermark = query.status().watermark();
        assertThat(watermark).isEqualTo(22 + 41_000_000L);
        world.crash(FaultyFiles.Loss.UNSYNCED, new Random(1));
        QueryExecution again = world.start();
        again.runEpoch();
        again.runEpoch();
        assertThat(again.status().watermark()).isEqualTo(watermark);
    }

    @Test
    void onItsOwnThreadAQueryTakesInputAsItComesAndFlushWaitsForIt() {
        World world = new World(1);
        world.trigger = Trigger.available();
        QueryExecution query = world.open();
        await(query.start());
        for (int i = 1; i <= 5; i++) {
            world.topic.add(0, 10L * i, i);
            await(query.flush());
            assertThat(query.status().sources().get(0).read()).isEqualTo(i);
        }
        assertThat(world.table.rows()).containsExactly("20=1", "30=2", "40=3");
        await(query.stop(false));
        await(query.completion());
    }

    @Test
    void onceReadsWhatIsThereAndStopsWithoutClosingWindows() {
        World world = new World(2);
        EpochRunTest.fill(world.topic, 2, 100, 3);
        world.trigger = new Trigger.Once();
        world.settings = world.settings.withMaxRowsPerEpoch(30);
        QueryExecution query = world.open();
        await(query.start());
        RunSummary summary = query.completion().join();
        assertThat(summary.state()).isEqualTo(QueryState.STOPPED);
        assertThat(summary.rowsIn()).isEqualTo(100);
        assertThat(summary.rowsOut()).isEqualTo(world.table.rows().size());
        assertThat(query.epochs()).hasSizeGreaterThanOrEqualTo(4);
        assertThat(query.status().stateRows()).isPositive();
    }

    @Test
    void onAGridAnEpochTakesAllThereIsUpToItsLimitAndFlushDoesNotWaitBetweenTwo() {
        World world = new World(1);
        world.settings = new QuerySettings(
                1, 1000, Long.MAX_VALUE, Duration.ofNanos(1), Duration.ofDays(1), RowPolicy.KEEP, RowPolicy.KEEP);
        world.trigger = new Trigger.Every(Duration.ofHours(1));
        QueryExecution query = world.open();
        await(query.start());
        // The first point of the grid is the start itself: it is over before there are rows.
        await(query.flush());
        for (int rows : new int[] {300, 25}) {
            EpochRunTest.fill(world.topic, 1, rows, 3);
            await(query.flush());
        }
        await(query.alter(world.settings.withMaxRowsPerEpoch(10)));
        EpochRunTest.fill(world.topic, 1, 25, 4);
        await(query.flush());
        assertThat(query.epochs())
                .extracting(EpochStatus::rowsIn)
                .filteredOn(rows -> rows > 0)
                .containsExactly(300L, 25L, 10L, 10L, 5L);
        await(query.stop(false));
    }

    @Test
    void flushOverridesALongInterval() {
        World world = new World(1);
        world.trigger = new Trigger.Every(Duration.ofHours(1));
        QueryExecution query = world.open();
        await(query.start());
        await(query.flush());
        world.topic.add(0, 5, 1);
        await(query.flush());
        assertThat(query.status().sources().get(0).read()).isEqualTo(1);
        await(query.stop(true));
        assertThat(query.state()).isEqualTo(QueryState.STOPPED);
    }
}
