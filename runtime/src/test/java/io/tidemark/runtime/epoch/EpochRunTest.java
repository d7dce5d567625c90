package io.tidemark.runtime.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.checkpoint.KeptRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a query gives out, and what it says of its rows, however its input is cut. */
class EpochRunTest {

    /** Rows in rough order of time, some late, some bad, the same for each seed. */
    static void fill(FakeTopic topic, int partitions, int rows, long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < rows; i++) {
            int partition = random.nextInt(partitions);
            int delay = random.nextInt(15) == 0 ? random.nextInt(40) : random.nextInt(3);
            long ts = (long) i - delay;
            if (random.nextInt(40) == 0) {
                topic.addUndecodable(partition);
            } else {
                topic.add(partition, ts, random.nextInt(40) == 0 ? -1 : random.nextInt(12));
            }
        }
    }

    private static List<String> run(World world, long rowsPerEpoch) {
        world.settings = world.settings.withMaxRowsPerEpoch(rowsPerEpoch);
        QueryExecution query = world.start();
        World.runAll(query, world.clock);
        return List.of(
                String.join(
                        " ",
                        new ArrayList<>(world.table.rows().stream().sorted().toList())),
                query.status().sources().get(0).toString().replaceAll(", position=.*", ""),
                query.keptRows(KeptRow.Kind.LATE).stream()
                        .map(row -> row.partition() + ":" + row.offset() + " " + row.payload() + " " + row.reason()
                                + " " + row.watermark())
                        .sorted()
                        .toList()
                        .toString());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void rowsGiveTheSameResultInOneEpochOrSevenOrOneEach(long seed) {
        List<List<String>> results = new ArrayList<>();
        for (long rows : new long[] {150, 22, 1}) {
            World world = new World(3);
            fill(world.topic, 3, 150, seed);
            world.topic.seal();
            results.add(run(world, rows));
        }
        assertThat(results.get(1)).isEqualTo(results.get(0));
        assertThat(results.get(2)).isEqualTo(results.get(0));
        assertThat(results.get(0).get(2)).contains("window_end");
    }

    @Test
    void everyRowReadIsAcceptedOrLateOrBad() {
        World world = new World(1);
        world.topic.add(0, 5, 1);
        world.topic.add(0, 25, 2);
        world.topic.add(0, 6, 4);
        world.topic.add(0, 26, -1);
        world.topic.addUndecodable(0);
        QueryExecution query = world.start();
        World.runAll(query, world.clock);
        SourceStatus source = query.status().sources().get(0);
        assertThat(source).isEqualTo(new SourceStatus("s", 5, 2, 1, 2, 0, "5 rows"));
        assertThat(query.keptRows(KeptRow.Kind.LATE))
                .extracting(KeptRow::offset, KeptRow::payload, KeptRow::watermark)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(2L, "6:4", 22L));
        assertThat(query.keptRows(KeptRow.Kind.BAD))
                .extracting(KeptRow::payload)
                .containsExactly("garbage", "26:-1");
        assertThat(world.table.rows()).containsExactly("10=1");
    }

    @Test
    void aSourceThatHasEndedClosesEverythingAndTheQueryIsFinished() {
        World world = new World(2);
        world.topic.add(0, 5, 1);
        world.topic.add(1, 17, 2);
        world.topic.seal();
        QueryExecution query = world.start();
        World.runAll(query, world.clock);
        assertThat(query.state()).isEqualTo(QueryState.FINISHED);
        assertThat(world.table.rows()).containsExactly("10=1", "20=2");
        assertThat(query.completion().join()).isEqualTo(new RunSummary(QueryState.FINISHED, 2, 2));
    }

    @Test
    void nothingNewMeansNoEpoch() {
        World world = new World(1);
        world.topic.add(0, 5, 1);
        QueryExecution query = world.start();
        assertThat(World.runAll(query, world.clock)).isEqualTo(1);
        assertThat(query.runEpoch()).isEmpty();
        assertThat(query.epochs()).hasSize(1);
    }
}
