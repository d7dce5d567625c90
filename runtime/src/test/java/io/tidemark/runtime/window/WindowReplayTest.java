package io.tidemark.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.planner.Planner;
import io.tidemark.planner.PlannerSettings;
import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.catalog.SinkTraits;
import io.tidemark.runtime.accounting.OpenBatches;
import io.tidemark.runtime.accounting.RowLedger;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.PartitionWatermarks;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.translate.PlanTranslator;
import io.tidemark.runtime.translate.TranslationSettings;
import io.tidemark.sql.ast.SqlCreateRelation;
import io.tidemark.sql.parser.StatementParser;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The same log of one, two or three partitions, cut into one epoch, an epoch a row, and epochs at random, read in any order of the partitions:
 * every kind of window gives the result, and the late rows with the windows that they missed, that {@link WindowOracle} works out from the log
 * alone. {@code -Dtidemark.seed=N} repeats a run.
 */
class WindowReplayTest {

    private static final String STREAM =
            "CREATE STREAM s (k VARCHAR, ts TIMESTAMP(6), v INT, WATERMARK FOR ts AS ts - INTERVAL '7' SECOND)";
    private static final long SECOND = 1_000_000;
    private static final int ROUNDS = 12;

    /** A row of the log; its offset is its place in its partition. */
    record Row(String key, long time, int value) {}

    /** The kinds of windows, as SQL says them. */
    enum Kind {
        TUMBLE("TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '3' SECOND)"),
        HOP("HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '4' SECOND, INTERVAL '12' SECOND)"),
        UNEVEN_HOP("HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '12' SECOND, INTERVAL '1' SECOND)"),
        CUMULATE("CUMULATE(TABLE s, DESCRIPTOR(ts), INTERVAL '4' SECOND, INTERVAL '16' SECOND)"),
        SESSION("SESSION(TABLE s PARTITION BY k, DESCRIPTOR(ts), INTERVAL '5' SECOND)");

        private final String call;

        Kind(String call) {
            this.call = call;
        }

        private String sql(String emit) {
            return "SELECT k, window_start, window_end, COUNT(*) AS n, SUM(v) AS total FROM " + call
                    + " GROUP BY k, window_start, window_end EMIT " + emit;
        }
    }

    /** What a run gave: the sum of its deltas, the rows kept as late with what they missed, and how many counted as late. */
    record Outcome(Map<String, Integer> rows, Set<String> missed, long late) {}

    /** A catalog with the stream alone. */
    private record OneStream(RelationDefinition stream) implements Catalog {
        @Override
        public Optional<RelationDefinition> relation(RelationName name) {
            return Optional.of(stream);
        }

        @Override
        public List<String> schemas() {
            return List.of("public");
        }

        @Override
        public List<RelationDefinition> relations(String schema) {
            return List.of(stream);
        }

        @Override
        public SinkTraits sinkTraits(RelationDefinition relation) {
            return new SinkTraits(true, true, true, true, true, true, true, Duration.ZERO);
        }

        @Override
        public Optional<Duration> maxFutureSkew(RelationDefinition relation) {
            return Optional.empty();
        }
    }

    private record Origin(int partition, long first) implements RowOrigin {
        @Override
        public long offset(int row) {
            return first + row;
        }

        @Override
        public String payload(int row) {
            return "";
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void anyCutAndAnyOrderOfPartitionsGivesWhatTheLogSays(Kind kind) {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("WindowReplayTest " + kind + " seed " + seed);
        Random random = new Random(seed);
        try (Workers workers = Workers.of(2)) {
            Map<String, Dataflow.Factory> factories = new TreeMap<>();
            for (String emit : List.of("APPEND", "UPDATE")) {
                factories.put(emit, factory(kind.sql(emit), workers));
            }
            for (int round = 0; round < ROUNDS; round++) {
                List<List<Row>> log = log(random, 1 + round % 3);
                int rows = log.stream().mapToInt(List::size).sum();
                Outcome expected = WindowOracle.outcome(kind, log);
                for (var factory : factories.entrySet()) {
                    for (int most : new int[] {rows, 1, 1 + random.nextInt(9)}) {
                        assertThat(run(factory.getValue(), log, most, random))
                                .as(
                                        "%s EMIT %s, seed %d, round %d, at most %d rows an epoch",
                                        kind, factory.getKey(), seed, round, most)
                                .isEqualTo(expected);
                    }
                }
            }
        }
    }

    private static Dataflow.Factory factory(String sql, Workers workers) {
        StatementParser parser = new StatementParser();
        PlannerSettings settings = PlannerSettings.defaults();
        RelationDefinition stream =
                new Planner(new OneStream(null), settings).define((SqlCreateRelation) parser.parse(STREAM), STREAM);
        var plan = new Planner(new OneStream(stream), settings).planContinuous(parser.parse(sql), sql);
        return new PlanTranslator(workers).translate(plan.root(), TranslationSettings.of(ZoneOffset.UTC));
    }

    /** Rows whose times rise by and by, now and then far back. */
    private static List<List<Row>> log(Random random, int partitions) {
        List<List<Row>> log = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            List<Row> rows = new ArrayList<>();
            long now = random.nextInt(20);
            for (int i = 10 + random.nextInt(50); i > 0; i--) {
                now += random.nextInt(4);
                long back = random.nextInt(5) == 0 ? random.nextInt(30) : random.nextInt(6);
                rows.add(new Row("k" + random.nextInt(3), (now - back) * SECOND, random.nextInt(100)));
            }
            log.add(rows);
        }
        return log;
    }

    private static Outcome run(Dataflow.Factory factory, List<List<Row>> log, int most, Random random) {
        Set<String> missed = new TreeSet<>();
        RowLedger ledger = new RowLedger(
                List.of("s"), row -> missed.add(row.partition() + ":" + row.offset() + " " + row.reason()));
        List<Batch> out = new ArrayList<>();
        Dataflow dataflow = factory.create(new Dataflow.RowHandlers(ledger, ledger), out::add);
        OpenBatches open = new OpenBatches(ledger, dataflow);
        PartitionWatermarks watermarks = dataflow.watermarks().get(0);
        Set<Integer> partitions =
                new TreeSet<>(IntStream.range(0, log.size()).boxed().toList());
        int[] read = new int[log.size()];
        int left = log.stream().mapToInt(List::size).sum();
        for (long number = 1; left > 0; number++) {
            Epoch epoch = new Epoch(number, 0);
            ledger.beginEpoch(epoch);
            dataflow.beginEpoch(epoch);
            watermarks.beginEpoch(partitions, Set.of());
            for (int room = most; room > 0 && left > 0; ) {
                int partition = random.nextInt(log.size());
                int there = Math.min(room, log.get(partition).size() - read[partition]);
                int count = there == 0 ? 0 : 1 + random.nextInt(there);
                if (count > 0) {
                    List<Row> rows = log.get(partition).subList(read[partition], read[partition] + count);
                    Batch batch = batch(dataflow, rows, new Origin(partition, read[partition]));
                    ledger.open(0, batch);
                    dataflow.process(0, batch);
                    open.processed(batch);
                }
                read[partition] += count;
                room -= count;
                left -= count;
            }
            if (left == 0) {
                watermarks.end();
            }
            dataflow.endEpoch();
            open.ended();
            ledger.endEpoch();
        }
        assertThat(dataflow.states().values().stream()
                        .filter(state -> state != watermarks)
                        .mapToLong(state -> state.rows())
                        .sum())
                .as("state left when all input has ended")
                .isZero();
        return new Outcome(
                OperatorScript.sum(out, dataflow.outputSchema(), new ArrayList<>()),
                missed,
                ledger.counts(0).late());
    }

    private static Batch batch(Dataflow dataflow, List<Row> rows, RowOrigin origin) {
        var port = dataflow.scans().get(0);
        BatchBuilder builder = new BatchBuilder(port.schema());
        for (Row row : rows) {
            for (int i = 0; i < port.columns().size(); i++) {
                switch (port.columns().get(i)) {
                    case 0 -> builder.column(i).setString(row.key);
                    case 1 -> builder.column(i).setLong(row.time);
                    default -> builder.column(i).setLong(row.value);
                }
            }
            builder.endRow();
        }
        return builder.build().withTags(new RowTags(null, origin, null));
    }
}
