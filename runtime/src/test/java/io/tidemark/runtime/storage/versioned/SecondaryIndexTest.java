package io.tidemark.runtime.storage.versioned;

import static io.tidemark.runtime.storage.versioned.Rows.ALL;
import static io.tidemark.runtime.storage.versioned.Rows.BY_ID;
import static io.tidemark.runtime.storage.versioned.Rows.SCHEMA;
import static io.tidemark.runtime.storage.versioned.Rows.multiset;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot.KeyLookup;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecondaryIndexTest {

    private static final List<Integer> BY_NAME = List.of(1);
    private static final List<Integer> BY_NAME_AND_ID = List.of(1, 0);
    private static final int NAMES = 40;

    private static Batch names(String... names) {
        BatchBuilder builder = new BatchBuilder(Schema.of(new Field("name", DataType.of(TypeKind.VARCHAR))));
        for (String name : names) {
            builder.column(0).setString(name);
            builder.endRow();
        }
        return builder.build();
    }

    private static @Nullable String name(Random random) {
        int number = random.nextInt(NAMES);
        return number == 0 ? null : number == 1 ? "" : "a long name, number " + number;
    }

    private static Map<String, Integer> found(VersionedSnapshot snapshot, String index, String... names) {
        return multiset(snapshot.lookup(new KeyLookup(Optional.of(index), BY_NAME, names(names)), ALL));
    }

    private static Map<String, Integer> scanned(VersionedSnapshot snapshot, List<String> names) {
        Map<String, Integer> rows = new HashMap<>();
        multiset(snapshot.scan()).forEach((row, weight) -> {
            if (names.contains(row.substring(row.indexOf('=') + 1))) {
                rows.put(row, weight);
            }
        });
        return rows;
    }

    private static void check(VersionedSnapshot snapshot, Random random) {
        String one = "a long name, number " + (2 + random.nextInt(NAMES - 2));
        for (String index : List.of("by_name", "by_name_and_id", "later", "never")) {
            assertThat(found(snapshot, index, one)).as(index).isEqualTo(scanned(snapshot, List.of(one)));
            assertThat(found(snapshot, index, one, "", "none"))
                    .as(index)
                    .isEqualTo(scanned(snapshot, List.of(one, "", "none")));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anIndexFindsWhatAScanFindsInEachVersionThatIsPinned(boolean hasKey) throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        VersionedRows rows = new VersionedRows(SCHEMA, hasKey ? BY_ID : List.of());
        rows.createIndex("by_name", BY_NAME);
        rows.createIndex("by_name_and_id", BY_NAME_AND_ID);
        Map<Long, @Nullable String> present = new HashMap<>();
        List<VersionedSnapshot> pinned = new ArrayList<>();
        try {
            for (long version = 1; version <= 60; version++) {
                change(rows, present, random);
                if (random.nextInt(8) == 0) {
                    rows.rollback();
                    present = read(rows);
                    change(rows, present, random);
                }
                if (version == 20) {
                    rows.createIndex("later", BY_NAME);
                }
                if (version == 40) {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    rows.write(new DataOutputStream(bytes));
                    rows.rollback();
                    rows.load(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
                    present = read(rows);
                }
                rows.publish(version);
                pinned.add(rows.pin());
                if (pinned.size() > 5) {
                    pinned.remove(random.nextInt(pinned.size())).close();
                }
                pinned.forEach(snapshot -> check(snapshot, random));
            }
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
        rows.dropIndex("by_name");
        try (VersionedSnapshot snapshot = rows.pin()) {
            check(snapshot, random);
        }
    }

    private static Map<Long, @Nullable String> read(VersionedRows rows) {
        Map<Long, @Nullable String> present = new HashMap<>();
        try (VersionedSnapshot snapshot = rows.pin()) {
            multiset(snapshot.scan()).keySet().forEach(row -> {
                String name = row.substring(row.indexOf('=') + 1);
                present.put(Long.valueOf(row.substring(0, row.indexOf('='))), name.equals("null") ? null : name);
            });
        }
        return present;
    }

    /** Some 200 random changes, several of them of the same row; in some versions nearly all rows go. */
    private static void change(VersionedRows rows, Map<Long, @Nullable String> present, Random random) {
        int least = random.nextInt(10) == 0 ? 950 : 0;
        for (int i = 0; i < (least > 0 ? 3000 : 200); i++) {
            long id = random.nextInt(1000);
            Rows batch = new Rows();
            if (present.containsKey(id)) {
                batch.add(-1, id, present.remove(id));
            }
            if (id >= least) {
                String name = name(random);
                batch.add(1, id, name);
                present.put(id, name);
            }
            if (batch.size() > 0) {
                rows.apply(batch.build());
            }
        }
    }

    @Test
    void anIndexMadeWhileRowsAreWrittenMissesNone() throws Exception {
        VersionedRows rows = new VersionedRows(SCHEMA, BY_ID);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<?> writer = thread.submit(() -> {
                for (long version = 1; version <= 300; version++) {
                    Rows batch = new Rows();
                    for (long id = 0; id < 500; id++) {
                        batch.add(1, id, "name " + (id + version) % 10);
                    }
                    rows.apply(batch.build());
                    rows.publish(version);
                }
            });
            do {
                rows.createIndex("by_name", BY_NAME);
                try (VersionedSnapshot snapshot = rows.pin()) {
                    assertThat(found(snapshot, "by_name", "name 3", "name 4"))
                            .hasSize(snapshot.version() == 0 ? 0 : 100);
                }
                rows.dropIndex("by_name");
            } while (!writer.isDone());
            writer.get();
        } finally {
            thread.shutdown();
        }
    }

    @Test
    void theMemoryOfAnIndexIsCountedAndGivenBack() {
        VersionedRows rows = new VersionedRows(SCHEMA, BY_ID);
        for (long id = 0; id < 20_000; id++) {
            rows.apply(Rows.row(1, id, "name " + id % 10));
        }
        rows.publish(1);
        long without = rows.sizeBytes();

        rows.createIndex("by_name", BY_NAME);
        assertThat(rows.sizeBytes() - without).isBetween(20_000 * 12L, 20_000 * 30L);

        rows.retractAll();
        rows.publish(2);
        rows.createIndex("by_name_and_id", BY_NAME_AND_ID);
        long empty = rows.sizeBytes();
        rows.dropIndex("by_name");
        rows.dropIndex("by_name_and_id");
        assertThat(empty - rows.sizeBytes()).isBetween(1L, 2_000L);
    }
}
