package io.tidemark.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.planner.catalog.RelationName;
import io.tidemark.runtime.checkpoint.FaultyFiles;
import io.tidemark.runtime.checkpoint.LocalFiles;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was acknowledged is there when the catalog is opened again, however the file ends. */
class CatalogStoreTest {

    private static final SessionContext CONTEXT = new SessionContext("sales", ZoneId.of("Europe/Berlin"), true, "ada");

    @TempDir
    Path directory;

    private CatalogStore open() {
        return CatalogStore.open(directory, new LocalFiles());
    }

    private Path file() {
        return directory.resolve("catalog.log");
    }

    private static StoredRelation relation(long number) {
        return new StoredRelation(
                "r" + number, number, new RelationName("sales", "t" + number), "CREATE TABLE … 😀", CONTEXT);
    }

    private static StoredQuery query(long number, Optional<String> viewId) {
        return new StoredQuery(
                "q" + number,
                number,
                "query " + number,
                viewId,
                "INSERT INTO …",
                CONTEXT,
                Map.of("a", "=", "b", ""),
                StoredQuery.State.RUNNING,
                Instant.ofEpochSecond(1_700_000_000, 123_456_789));
    }

    @Test
    void everythingIsAsItWasWhenItIsOpenedAgain() {
        try (CatalogStore store = open()) {
            store.addSchema("Sales", "ada");
            store.addSchema("gone", "");
            store.addRelation(relation(store.nextSequence()));
            store.addRelation(relation(store.nextSequence()));
            store.addQuery(query(store.nextSequence(), Optional.of("r2")));
            store.addQuery(query(store.nextSequence(), Optional.empty()));
            store.addQuery(query(store.nextSequence(), Optional.empty()));
            store.addIndex(new StoredIndex("r1", "gone with it", List.of("a")));
            store.addIndex(new StoredIndex("r2", "dropped", List.of("a")));
            store.addIndex(new StoredIndex("r2", "by b", List.of("b", "a")));
            store.removeIndex("r2", "dropped");
            store.setQueryState("q3", StoredQuery.State.PAUSED);
            store.setQueryOptions("q4", Map.of("x", "y"));
            store.removeSchema("GONE");
            store.removeRelation("r1");
            store.removeQuery("q5");
            store.setQueryState("q5", StoredQuery.State.STOPPED);
        }
        for (int opening = 0; opening < 2; opening++) {
            try (CatalogStore store = open()) {
                assertThat(store.schemas()).containsExactly("Sales");
                assertThat(store.schemaOwner("sALES")).contains("ada");
                assertThat(store.relations()).containsExactly(relation(2));
                assertThat(store.indexes("r1")).isEmpty();
                assertThat(store.indexes("r2")).containsExactly(new StoredIndex("r2", "by b", List.of("b", "a")));
                assertThat(store.queries())
                        .containsExactly(
                                query(3, Optional.of("r2")).withState(StoredQuery.State.PAUSED),
                                query(4, Optional.empty()).withOptions(Map.of("x", "y")));
            }
        }
        try (CatalogStore store = open()) {
            assertThat(store.nextSequence()).isEqualTo(6);
        }
    }

    @Test
    void aChangeIsInTheFileBeforeItIsAcknowledgedAndWhatACrashLeftOfTheNextOneIsIgnored() throws IOException {
        List<Long> lengths = new ArrayList<>();
        try (CatalogStore store = open()) {
            for (int number = 1; number <= 5; number++) {
                lengths.add(Files.size(file()));
                store.addRelation(relation(number));
            }
        }
        byte[] whole = Files.readAllBytes(file());
        for (int length = lengths.get(0).intValue(); length <= whole.length; length++) {
            byte[] cut = new byte[length + length % 3];
            System.arraycopy(whole, 0, cut, 0, length);
            Files.write(file(), cut);
            int end = length;
            long acknowledged =
                    lengths.stream().skip(1).filter(after -> after <= end).count() + (length == whole.length ? 1 : 0);
            try (CatalogStore store = open()) {
                assertThat(store.relations()).as("cut at %d", length).hasSize((int) acknowledged);
                store.addRelation(relation(9));
            }
            try (CatalogStore store = open()) {
                assertThat(store.relations()).hasSize((int) acknowledged + 1).endsWith(relation(9));
            }
        }
    }

    @Test
    void aChangeThatAFullDiskRefusesIsNotThereAndOthersFollow() {
        FaultyFiles files = new FaultyFiles();
        try (CatalogStore store = CatalogStore.open(directory, files)) {
            store.addRelation(relation(1));
            files.failWrites(true);
            assertThatThrownBy(() -> store.addRelation(relation(2))).isInstanceOfSatisfying(CodedException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_DISK);
                assertThat(e).hasMessageContaining("catalog.log");
            });
            files.failWrites(false);
            files.failForces(true);
            assertThatThrownBy(() -> store.addRelation(relation(3)))
                    .isInstanceOfSatisfying(
                            CodedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EXTERNAL_IO));
            assertThat(store.relations()).containsExactly(relation(1));
            files.failForces(false);
            store.addRelation(relation(4));
        }
        try (CatalogStore store = CatalogStore.open(directory, files)) {
            assertThat(store.relations()).containsExactly(relation(1), relation(4));
        }
    }

    @Test
    void damageBeforeTheEndIsFound() throws IOException {
        try (CatalogStore store = open()) {
            store.addRelation(relation(1));
            store.addRelation(relation(2));
        }
        byte[] bytes = Files.readAllBytes(file());
        bytes[40] ^= 1;
        Files.write(file(), bytes);
        assertThatThrownBy(this::open).isInstanceOfSatisfying(CodedException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED);
            assertThat(e).hasMessageContaining("catalog.log");
        });
        assertThat(Files.readAllBytes(file())).isEqualTo(bytes);
    }

    @Test
    void aCatalogOfAFormerVersionIsNotTakenForAnEmptyOne() throws IOException {
        Files.writeString(directory.resolve("catalog.mv.db"), "H:2");
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        CodedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION));
    }
}
