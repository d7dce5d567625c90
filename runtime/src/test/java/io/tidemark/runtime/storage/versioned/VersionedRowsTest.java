package io.tidemark.runtime.storage.versioned;

import static io.tidemark.runtime.storage.versioned.Rows.ALL;
import static io.tidemark.runtime.storage.versioned.Rows.BY_ID;
import static io.tidemark.runtime.storage.versioned.Rows.SCHEMA;
import static io.tidemark.runtime.storage.versioned.Rows.keys;
import static io.tidemark.runtime.storage.versioned.Rows.multiset;
import static io.tidemark.runtime.storage.versioned.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.state.DeltaState;
import io.tidemark.runtime.storage.change.Change;
import io.tidemark.runtime.storage.change.FeedLimits;
import io.tidemark.sql.error.CodedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionedRowsTest {

    private final VersionedRows keyed = new VersionedRows(SCHEMA, BY_ID);
    private final VersionedRows keyless = new VersionedRows(SCHEMA, List.of());

    @Test
    void aReaderSeesNothingOfAVersionThatIsNotPublished() {
        keyed.apply(row(1, 1, "a"));
        assertThat(contents(keyed)).isEmpty();

        keyed.publish(7);
        assertThat(contents(keyed)).containsExactly(Map.entry("1=a", 1));
        assertThat(keyed.version()).isEqualTo(7);
    }

    @Test
    void aPinnedVersionStaysAsItWasWhileRowsChangeAndGo() {
        keyed.apply(new Rows().add(1, 1, "a").add(1, 2, "b").build());
        keyed.publish(1);
        VersionedSnapshot first = keyed.pin();
        for (int version = 2; version < 50; version++) {
            keyed.apply(new Rows().add(1, 1, "a" + version).build());
            if (version == 10) {
                keyed.apply(row(-1, 2, null));
            }
            keyed.publish(version);
        }

        assertThat(multiset(first.scan())).isEqualTo(Map.of("1=a", 1, "2=b", 1));
        assertThat(multiset(List.of(first.lookup(keys(2, 1, 3), ALL)).iterator()))
                .isEqualTo(Map.of("1=a", 1, "2=b", 1));
        assertThat(contents(keyed)).isEqualTo(Map.of("1=a49", 1));
        first.close();
        assertThatThrownBy(first::scan).hasMessage("a snapshot is used after it was closed");
    }

    @Test
    void anUpdateMayComeAsOldAndNewInEitherOrderOrAsNewAlone() {
        keyed.apply(new Rows().add(1, 1, "a").add(1, 2, "b").add(1, 3, "c").build());
        keyed.publish(1);
        keyed.apply(new Rows().add(-1, 1, "a").add(1, 1, "x").build());
        keyed.apply(new Rows().add(1, 2, "y").add(-1, 2, "b").build());
        keyed.apply(new Rows().add(1, 3, "z").build());
        keyed.publish(2);

        assertThat(contents(keyed)).isEqualTo(Map.of("1=x", 1, "2=y", 1, "3=z", 1));
    }

    @Test
    void aRowTakenAwayThatIsNotThereIsADefect() {
        assertThatThrownBy(() -> keyed.apply(row(-1, 5, "a")))
                .hasMessage("a row is taken away that is not there: {\"id\":5,\"name\":\"a\"}");
        keyless.apply(row(1, 5, "a"));
        keyless.apply(row(-2, 5, "a"));
        assertThatThrownBy(() -> keyless.publish(1))
                .isInstanceOf(CodedException.class)
                .hasMessage("a row is taken away that is not there: {\"id\":5,\"name\":\"a\"}");
    }

    @Test
    void withoutAKeyARowIsThereAsOftenAsItWasAdded() {
        keyless.apply(new Rows().add(2, 1, "a").add(1, 1, null).add(1, 1, "a").build());
        keyless.publish(1);
        keyless.apply(row(-1, 1, "a"));
        keyless.publish(2);

        assertThat(contents(keyless)).isEqualTo(Map.of("1=a", 2, "1=null", 1));
        assertThat(keyless.rows()).isEqualTo(3);
    }

    @Test
    void aCompleteResultThatReplacesAnotherChangesOnlyItsDifferences() throws InterruptedException {
        keyed.apply(new Rows().add(1, 1, "a").add(1, 2, "b").add(1, 3, "c").build());
        keyed.publish(1);
        try (Subscription subscription = keyed.changes().subscribe(new FeedLimits(100, 0))) {
            keyed.retractAll();
            keyed.apply(new Rows().add(1, 1, "a").add(1, 2, "x").add(1, 4, "d").build());
            keyed.publish(2);

            Change change = subscription.poll(Duration.ZERO);
            assertThat(change).isNotNull();
            assertThat(multiset(change.deltas().iterator()))
                    .isEqualTo(Map.of("2=b", -1, "3=c", -1, "2=x", 1, "4=d", 1));
        }
        assertThat(contents(keyed)).isEqualTo(Map.of("1=a", 1, "2=x", 1, "4=d", 1));
    }

    @Test
    void steadyUpdatesOfOneKeyAndSteadyComingAndGoingUseMemoryAgain() {
        keyed.apply(row(1, 1, "x".repeat(100)));
        keyed.publish(1);
        long sizeBefore = 0;
        for (int version = 2; version < 8_000; version++) {
            keyed.apply(row(1, 1, "x".repeat(100 + version % 50)));
            keyed.apply(row(1, version, "y".repeat(version % 200)));
            if (version > 30) {
                keyed.apply(row(-1, version - 20, null));
            }
            keyed.publish(version);
            if (version == 2_000) {
                sizeBefore = keyed.sizeBytes();
            }
        }
        assertThat(keyed.sizeBytes()).isLessThanOrEqualTo(sizeBefore * 5 / 4);
    }

    @Test
    void memoryOfRowsThatAreGoneIsGivenBack() {
        long empty = keyed.sizeBytes();
        fill(keyed, 100_000);
        keyed.publish(1);
        long full = keyed.sizeBytes();
        keyed.retractAll();
        keyed.publish(2);

        assertThat(full / 100_000).isBetween(50L, 90L);
        assertThat(keyed.sizeBytes() - empty).isLessThan(full / 3);
        assertThat(keyed.rows()).isZero();
    }

    @Test
    void stateWrittenAndLoadedHasTheSameRowsAndVersion() throws IOException {
        fill(keyed, 5_000);
        keyed.publish(42);
        keyless.apply(new Rows().add(3, 1, "a").add(1, 2, null).build());
        keyless.publish(1);

        VersionedRows keyedCopy = copy(keyed, BY_ID);
        VersionedRows keylessCopy = copy(keyless, List.of());

        assertThat(keyedCopy.version()).isEqualTo(42);
        assertThat(contents(keyedCopy)).isEqualTo(contents(keyed));
        assertThat(contents(keylessCopy)).isEqualTo(Map.of("1=a", 3, "2=null", 1));
        assertThat(keyedCopy.layout()).isEqualTo("versioned-rows/2 key=[0] types=[BIGINT, VARCHAR]");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void whatChangedWrittenAndLoadedGivesTheSameRows(int seed) throws IOException {
        Random random = new Random(seed);
        Map<Long, String> names = new HashMap<>();
        List<byte[]> segments = new ArrayList<>();
        for (int version = 1; version <= 60; version++) {
            for (int change = random.nextInt(6); change > 0; change--) {
                long id = random.nextInt(8);
                String old = names.remove(id);
                if (old != null) {
                    keyed.apply(row(-1, id, old));
                }
                if (random.nextInt(3) > 0) {
                    names.put(id, "v" + random.nextInt(2));
                    keyed.apply(row(1, id, names.get(id)));
                }
            }
            keyed.publish(version);
            if (version % 3 == 0) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                DeltaState.Capture capture = keyed.capture(segments.isEmpty());
                capture.write(new DataOutputStream(bytes));
                capture.release();
                segments.add(bytes.toByteArray());
            }
        }
        VersionedRows copy = new VersionedRows(SCHEMA, BY_ID);
        copy.load(segments.stream()
                .map(bytes -> new DataInputStream(new ByteArrayInputStream(bytes)))
                .toList());
        assertThat(contents(copy)).isEqualTo(contents(keyed));
    }

    @Test
    void loadingEndsSubscriptionsAndKeepsSnapshotsPinnedBefore() throws IOException {
        keyed.apply(row(1, 1, "a"));
        keyed.publish(1);
        VersionedRows other = new VersionedRows(SCHEMA, BY_ID);
        other.apply(row(1, 1, "b"));
        other.publish(9);
        Subscription subscription = keyed.changes().subscribe(new FeedLimits(10, 0));
        VersionedSnapshot before = keyed.pin();

        keyed.load(new DataInputStream(new ByteArrayInputStream(bytes(other))));

        assertThat(multiset(before.scan())).isEqualTo(Map.of("1=a", 1));
        assertThat(multiset(List.of(before.lookup(keys(1), ALL)).iterator())).isEqualTo(Map.of("1=a", 1));
        assertThat(contents(keyed)).isEqualTo(Map.of("1=b", 1));
        assertThatThrownBy(() -> subscription.poll(Duration.ZERO))
                .hasMessage("the rows subscribed to were restored from a checkpoint");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void randomChangesWithRandomPinsAgreeWithAModel(int seed) throws InterruptedException {
        boolean hasKey = seed % 2 == 1;
        new RandomRun(new Random(seed), hasKey ? keyed : keyless, hasKey).run(200);
    }

    /** Applies random deltas to rows and to a map, pinning and rolling back now and then. */
    private static final class RandomRun {
        private final Random random;
        private final VersionedRows rows;
        private final boolean hasKey;
        private final Subscription subscription;
        private final Map<String, Integer> followed = new HashMap<>();
        private final List<VersionedSnapshot> pinned = new ArrayList<>();
        private final List<Map<String, Integer>> expected = new ArrayList<>();
        private Map<String, Integer> model = new HashMap<>();

        /** With a key, the row of each. */
        private final Map<Long, String> names = new HashMap<>();

        RandomRun(Random random, VersionedRows rows, boolean hasKey) {
            this.random = random;
            this.rows = rows;
            this.hasKey = hasKey;
            this.subscription = rows.changes().subscribe(new FeedLimits(Long.MAX_VALUE, 0));
        }

        void run(int versions) throws InterruptedException {
            for (int version = 1; version <= versions; version++) {
                Map<String, Integer> next = new HashMap<>(model);
                applyRandomChanges(next);
                if (random.nextInt(10) == 0) {
                    rows.rollback();
                    continue;
                }
                rows.publish(version);
                model = next;
                Change change = subscription.poll(Duration.ZERO);
                assertThat(change).isNotNull();
                change.deltas().forEach(delta -> Rows.addTo(followed, delta));
                checkAll();
            }
            pinned.forEach(VersionedSnapshot::close);
        }

        private void applyRandomChanges(Map<String, Integer> next) {
            names.clear();
            next.keySet().forEach(row -> names.put(Long.parseLong(row.substring(0, row.indexOf('='))), row));
            if (random.nextInt(15) == 0) {
                rows.retractAll();
                next.clear();
                names.clear();
            }
            int changes = random.nextInt(random.nextInt(20) == 0 ? 3000 : 30);
            Rows batch = new Rows();
            for (int i = 0; i < changes; i++) {
                long id = random.nextInt(random.nextBoolean() ? 10 : 3000);
                String name = random.nextInt(5) == 0 ? null : "n" + random.nextInt(40);
                change(batch, next, id, name);
                if (batch.isFull() || random.nextInt(50) == 0) {
                    rows.apply(batch.build());
                }
            }
            rows.apply(batch.build());
        }

        private void change(Rows batch, Map<String, Integer> next, long id, String name) {
            String row = id + "=" + name;
            if (!hasKey) {
                int present = next.getOrDefault(row, 0);
                int weight = random.nextInt(present + 3) - present;
                batch.add(weight, id, name);
                next.merge(row, weight, Integer::sum);
                next.remove(row, 0);
                return;
            }
            String present = names.get(id);
            if (present != null && random.nextInt(3) == 0) {
                batch.add(-1, id, "unknown");
                next.remove(present);
                names.remove(id);
            } else {
                batch.add(1, id, name);
                next.remove(present);
                next.put(row, 1);
                names.put(id, row);
            }
        }

        private void checkAll() {
            assertThat(followed).isEqualTo(model);
            if (random.nextInt(4) == 0) {
                pinned.add(rows.pin());
                expected.add(new HashMap<>(model));
            }
            for (int i = 0; i < pinned.size(); i++) {
                if (random.nextInt(4) == 0) {
                    check(pinned.get(i), expected.get(i));
                }
            }
            if (pinned.size() > 5) {
                int gone = random.nextInt(pinned.size());
                pinned.remove(gone).close();
                expected.remove(gone);
            }
        }

        private void check(VersionedSnapshot snapshot, Map<String, Integer> content) {
            assertThat(multiset(snapshot.scan())).isEqualTo(content);
            assertThat(snapshot.rowCount())
                    .isEqualTo(content.values().stream()
                            .mapToLong(Integer::longValue)
                            .sum());
            for (int i = 0; i < 10; i++) {
                long id = random.nextInt(20);
                Batch found = snapshot.lookup(hasKey ? keys(id) : row(1, id, "n7"), ALL);
                Map<String, Integer> wanted = new HashMap<>(content);
                wanted.keySet().removeIf(hasKey ? row -> !row.startsWith(id + "=") : row -> !row.equals(id + "=n7"));
                assertThat(multiset(List.of(found).iterator())).isEqualTo(wanted);
            }
        }
    }

    private static void fill(VersionedRows rows, int count) {
        Rows batch = new Rows();
        for (int i = 0; i < count; i++) {
            batch.add(1, i, "n" + i % 100);
            if (batch.isFull()) {
                rows.apply(batch.build());
            }
        }
        rows.apply(batch.build());
    }

    private static Map<String, Integer> contents(VersionedRows rows) {
        try (VersionedSnapshot snapshot = rows.pin()) {
            return multiset(snapshot.scan());
        }
    }

    private static byte[] bytes(VersionedRows rows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        rows.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static VersionedRows copy(VersionedRows rows, List<Integer> key) throws IOException {
        VersionedRows copy = new VersionedRows(SCHEMA, key);
        copy.load(new DataInputStream(new ByteArrayInputStream(bytes(rows))));
        return copy;
    }
}
