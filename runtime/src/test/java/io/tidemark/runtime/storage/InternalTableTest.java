package io.tidemark.runtime.storage;

import static io.tidemark.runtime.storage.Numbers.contents;
import static io.tidemark.runtime.storage.Numbers.range;
import static io.tidemark.runtime.storage.Numbers.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.storage.TableChange.Delete;
import io.tidemark.runtime.storage.TableChange.Delta;
import io.tidemark.runtime.storage.TableChange.Insert;
import io.tidemark.runtime.storage.TableChange.ReplaceAll;
import io.tidemark.runtime.storage.TableChange.Update;
import io.tidemark.runtime.storage.TableChange.Upsert;
import io.tidemark.runtime.storage.change.Change;
import io.tidemark.runtime.storage.change.FeedLimits;
import io.tidemark.runtime.storage.versioned.Subscription;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InternalTableTest {

    @TempDir
    Path directory;

    private StorageEngine engine;
    private InternalTable keyed;
    private InternalTable keyless;

    @BeforeEach
    void open() {
        engine = StorageEngine.open(directory, 4000, 4000);
        keyed = engine.table("keyed", "public.k", Numbers.SCHEMA, Numbers.KEY);
        keyless = engine.table("keyless", "public.b", Numbers.SCHEMA, List.of());
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private void restart() {
        close();
        open();
    }

    @Test
    void aCommitIsVisibleAtOnceAndThereAfterARestart() {
        long version = keyed.commit(List.of(new Insert(List.of(range(1, 3)))));
        assertThat(keyed.version()).isEqualTo(version);
        assertThat(contents(keyed)).isEqualTo(Map.of("1=t1", 1, "2=t2", 1, "3=t3", 1));
        restart();
        assertThat(keyed.version()).isEqualTo(version);
        assertThat(contents(keyed)).isEqualTo(Map.of("1=t1", 1, "2=t2", 1, "3=t3", 1));
    }

    @Test
    void anInsertOfAKeyThatIsThereIsRefusedAndAnUpsertReplaces() {
        keyed.commit(List.of(new Insert(List.of(row(1)))));
        assertThatThrownBy(() -> keyed.commit(List.of(new Insert(List.of(row(5), row(1, "x"))))))
                .hasMessage("table \"public.k\" would have two rows with the primary key {\"n\":1}")
                .satisfies(e -> assertThat(((CodedException) e).code()).isEqualTo(ErrorCode.DUPLICATE_KEY));
        assertThat(contents(keyed)).isEqualTo(Map.of("1=t1", 1));

        keyed.commit(List.of(new Upsert(List.of(row(1, "x")))));
        assertThat(contents(keyed)).isEqualTo(Map.of("1=x", 1));
    }

    @Test
    void nullIsKeptOutOfColumnsThatAreNotNull() {
        BatchBuilder builder = new BatchBuilder(Numbers.SCHEMA);
        builder.column(1).setString("a");
        builder.endRow();
        Batch bad = builder.build();
        for (TableChange change :
                List.of(new Insert(List.of(bad)), new Upsert(List.of(bad)), new Delta(List.of(bad)))) {
            assertThatThrownBy(() -> keyed.commit(List.of(change)))
                    .hasMessage("column \"n\" of \"public.k\" is NOT NULL, but a row has NULL there");
        }
    }

    @Test
    void anUpdateMayExchangeKeysButNotTakeOneThatStays() {
        keyed.commit(List.of(new Insert(List.of(range(1, 3)))));
        keyed.commit(List.of(new Update(List.of(row(1), row(2)), List.of(row(2, "t1"), row(1, "t2")))));
        assertThat(contents(keyed)).isEqualTo(Map.of("1=t2", 1, "2=t1", 1, "3=t3", 1));
        assertThatThrownBy(() -> keyed.commit(List.of(new Update(List.of(row(1, "t2")), List.of(row(3))))))
                .hasMessageContaining("would have two rows with the primary key {\"n\":3}");
        assertThat(contents(keyed)).isEqualTo(Map.of("1=t2", 1, "2=t1", 1, "3=t3", 1));
    }

    @Test
    void aRowChangedSinceItWasReadIsAConflict() {
        keyed.commit(List.of(new Insert(List.of(row(1)))));
        keyed.commit(List.of(new Upsert(List.of(row(1, "x")))));
        for (TableChange change :
                List.of(new Delete(List.of(row(1))), new Update(List.of(row(1)), List.of(row(1, "y"))))) {
            assertThatThrownBy(() -> keyed.commit(List.of(change)))
                    .hasMessageContaining("another statement has changed a row of table \"public.k\"")
                    .satisfies(e ->
                            assertThat(((CodedException) e).code().sqlState()).isEqualTo("40001"));
        }
    }

    @Test
    void withoutAKeyRowsAreAMultiset() {
        keyless.commit(List.of(new Insert(List.of(row(1), row(1), row(2)))));
        keyless.commit(List.of(new Delete(List.of(row(1)))));
        assertThat(contents(keyless)).isEqualTo(Map.of("1=t1", 1, "2=t2", 1));
        assertThatThrownBy(() -> keyless.commit(List.of(new Delete(List.of(row(1), row(1))))))
                .hasMessageContaining("another statement has changed");
        restart();
        assertThat(contents(keyless)).isEqualTo(Map.of("1=t1", 1, "2=t2", 1));
    }

    @Test
    void replacingAllWithNothingTruncates() {
        keyed.commit(List.of(new Insert(List.of(range(0, 2000)))));
        keyed.commit(List.of(new ReplaceAll(List.of())));
        assertThat(contents(keyed)).isEmpty();
        restart();
        assertThat(contents(keyed)).isEmpty();
    }

    @Test
    void subscribersSeeEachCommit() throws InterruptedException {
        keyed.commit(List.of(new Insert(List.of(row(1)))));
        try (Subscription subscription = keyed.changes().subscribe(new FeedLimits(100, 0))) {
            keyed.commit(List.of(new Upsert(List.of(row(1, "x")))));
            Change change = subscription.poll(Duration.ofSeconds(10));
            assertThat(change).isNotNull();
            assertThat(Numbers.multiset(change.deltas().iterator())).isEqualTo(Map.of("1=t1", -1, "1=x", 1));
        }
    }

    @Test
    void aTableOpenedWithOtherColumnsIsRefused() {
        close();
        engine = StorageEngine.open(directory);
        assertThatThrownBy(() -> engine.table("keyed", "public.k", Numbers.SCHEMA, List.of()))
                .hasMessage(
                        "\"keyed\" is stored as (format 1, table, key [0], column BIGINT, column VARCHAR), expected "
                                + "(format 1, table, key [], column BIGINT, column VARCHAR)");
    }

    @Test
    void aDroppedTableIsGoneAndItsIdBeginsAnew() {
        keyed.commit(List.of(new Insert(List.of(row(1)))));
        Subscription subscription = keyed.changes().subscribe(new FeedLimits(10, 0));
        engine.drop("keyed");

        assertThatThrownBy(() -> subscription.poll(Duration.ZERO)).hasMessage("table \"public.k\" was dropped");
        assertThatThrownBy(() -> keyed.commit(List.of(new Insert(List.of(row(2))))))
                .hasMessage("table \"public.k\" was dropped or replaced since the transaction began,"
                        + " so the transaction was rolled back");
        assertThat(contents(engine.table("keyed", "public.k", Numbers.SCHEMA, List.of())))
                .isEmpty();
    }

    @Test
    void concurrentCommitsGetVersionsOfTheirOwnAndAllSurvive() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<List<Long>>> writers = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            long first = thread * 1000L;
            writers.add(threads.submit(() -> {
                List<Long> versions = new ArrayList<>();
                for (int i = 0; i < 50; i++) {
                    versions.add(keyed.commit(List.of(new Insert(List.of(row(first + i))))));
                }
                return versions;
            }));
        }
        List<Long> versions = new ArrayList<>();
        for (Future<List<Long>> writer : writers) {
            assertThat(writer.get()).isSorted();
            versions.addAll(writer.get());
        }
        threads.shutdown();
        assertThat(versions).hasSize(400).doesNotHaveDuplicates();
        restart();
        assertThat(contents(keyed)).hasSize(400);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void randomCommitsRestartsAndSnapshotsAgreeWithAModel(int seed) {
        Random random = new Random(seed);
        Map<Long, String> model = new TreeMap<>();
        for (int step = 0; step < 150; step++) {
            List<TableChange> changes = new ArrayList<>();
            Map<Long, String> next = new TreeMap<>(model);
            for (int i = random.nextInt(4); i >= 0; i--) {
                changes.add(randomChange(random, next));
            }
            keyed.commit(changes);
            model = next;
            if (random.nextInt(10) == 0) {
                keyed.writeSnapshot();
            }
            if (random.nextInt(10) == 0) {
                restart();
            }
            Map<String, Integer> expected = new TreeMap<>();
            model.forEach((key, text) -> expected.put(key + "=" + text, 1));
            assertThat(contents(keyed)).isEqualTo(expected);
        }
    }

    private static TableChange randomChange(Random random, Map<Long, String> model) {
        long key = random.nextInt(300);
        String present = model.get(key);
        String text = "x" + random.nextInt(1000);
        if (random.nextInt(20) == 0) {
            model.clear();
            model.put(key, text);
            return new ReplaceAll(List.of(row(key, text)));
        }
        if (present == null) {
            model.put(key, text);
            return random.nextBoolean() ? new Insert(List.of(row(key, text))) : new Upsert(List.of(row(key, text)));
        }
        if (random.nextBoolean()) {
            model.remove(key);
            return new Delete(List.of(row(key, present)));
        }
        model.put(key, text);
        return new Update(List.of(row(key, present)), List.of(row(key, text)));
    }
}
