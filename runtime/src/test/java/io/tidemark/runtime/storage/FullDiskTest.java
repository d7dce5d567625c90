package io.tidemark.runtime.storage;

import static io.tidemark.runtime.storage.Numbers.contents;
import static io.tidemark.runtime.storage.Numbers.range;
import static io.tidemark.runtime.storage.Numbers.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.storage.TableChange.Delete;
import io.tidemark.runtime.storage.TableChange.Insert;
import io.tidemark.runtime.storage.TableChange.Upsert;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full or broken disk refuses what is written to internal streams and tables; nothing of it is there, and all goes on when it is mended. */
class FullDiskTest {

    @TempDir
    Path directory;

    private final FaultyChannel.Disk disk = new FaultyChannel.Disk();
    private StorageEngine engine;
    private InternalStream stream;
    private InternalTable keyed;
    private InternalTable keyless;

    @BeforeEach
    void open() {
        engine = StorageEngine.open(
                directory, 400, 4000, (file, options) -> new FaultyChannel(FileChannel.open(file, options), disk));
        stream = engine.stream("s", "public.s", Numbers.SCHEMA);
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

    private static void refused(ThrowingCallable write) {
        assertThatThrownBy(write).isInstanceOfSatisfying(CodedException.class, error -> {
            assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_DISK);
            assertThat(error.getMessage()).startsWith("the disk is full: \"");
            assertThat(error.hint()).hasValueSatisfying(hint -> assertThat(hint).contains("free some space"));
        });
    }

    @Test
    void aStreamTakesRowsAgainAfterRefusingSome() {
        stream.insert(List.of(range(1, 3)));
        disk.full = true;
        refused(() -> stream.insert(List.of(range(4, 50))));
        refused(() -> stream.insert(List.of(row(5))));
        assertThat(contents(stream)).containsExactly(1L, 2L, 3L);
        disk.full = false;
        stream.insert(List.of(row(6)));
        assertThat(contents(stream)).containsExactly(1L, 2L, 3L, 6L);
        restart();
        assertThat(contents(stream)).containsExactly(1L, 2L, 3L, 6L);
    }

    @Test
    void rowsWhoseSyncFailedAreNotThereLater() {
        stream.insert(List.of(row(1)));
        disk.failsToSync = true;
        assertThatThrownBy(() -> stream.insert(List.of(row(2))))
                .isInstanceOfSatisfying(
                        CodedException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.EXTERNAL_IO));
        disk.failsToSync = false;
        stream.insert(List.of(row(3)));
        assertThat(contents(stream)).containsExactly(1L, 3L);
        restart();
        assertThat(contents(stream)).containsExactly(1L, 3L);
    }

    @Test
    void anEpochOfAQueryIsWrittenOnceWhenItIsDeliveredAgain() {
        EpochSink sink = stream.openSink(Numbers.sink("q", OutputMode.APPEND, List.of()));
        deliver(sink, 1);
        disk.full = true;
        refused(() -> deliver(sink, 2));
        sink.abort();
        assertThat(sink.lastCommittedEpoch()).isEqualTo(1);
        disk.full = false;
        deliver(sink, 2);
        assertThat(sink.lastCommittedEpoch()).isEqualTo(2);
        assertThat(contents(stream)).containsExactly(1L, 2L);
    }

    private static void deliver(EpochSink sink, long epoch) {
        sink.begin(epoch);
        sink.write(row(epoch));
        sink.prepare();
        sink.commit();
    }

    @Test
    void aTableIsAsItWasAndTakesChangesAgain() {
        keyed.commit(List.of(new Insert(List.of(range(1, 3)))));
        try (VersionedSnapshot before = keyed.pin()) {
            disk.full = true;
            refused(() -> keyed.commit(List.of(new Upsert(List.of(row(1, "x"), row(9))))));
            refused(() -> keyed.commit(List.of(new Delete(List.of(row(2))))));
            assertThat(contents(keyed)).isEqualTo(Map.of("1=t1", 1, "2=t2", 1, "3=t3", 1));
            disk.full = false;
            keyed.commit(List.of(new Upsert(List.of(row(3, "y")))));
            assertThat(contents(keyed)).isEqualTo(Map.of("1=t1", 1, "2=t2", 1, "3=y", 1));
            assertThat(Numbers.multiset(before.scan())).isEqualTo(Map.of("1=t1", 1, "2=t2", 1, "3=t3", 1));
        }
        restart();
        assertThat(contents(keyed)).isEqualTo(Map.of("1=t1", 1, "2=t2", 1, "3=y", 1));
    }

    @Test
    void whateverIsRefusedInBetweenATableIsWhatWasAcknowledged() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<String, Integer> keyedRows = new TreeMap<>();
        Map<String, Integer> keylessRows = new TreeMap<>();
        for (int step = 0; step < 300; step++) {
            disk.full = random.nextInt(4) == 0;
            long number = random.nextInt(20);
            String text = "v" + step;
            try {
                keyed.commit(List.of(new Upsert(List.of(row(number, text)))));
                keyedRows.keySet().removeIf(row -> row.startsWith(number + "="));
                keyedRows.put(number + "=" + text, 1);
                keyless.commit(List.of(new Insert(List.of(row(number), row(number)))));
                keylessRows.merge(number + "=t" + number, 2, Integer::sum);
            } catch (CodedException e) {
                assertThat(e.code()).as("seed %d, step %d: %s", seed, step, e).isEqualTo(ErrorCode.RESOURCE_DISK);
            }
            assertThat(contents(keyed)).as("seed %d, step %d", seed, step).isEqualTo(keyedRows);
            assertThat(contents(keyless)).as("seed %d, step %d", seed, step).isEqualTo(keylessRows);
        }
        disk.full = false;
        restart();
        assertThat(contents(keyed)).as("seed %d", seed).isEqualTo(keyedRows);
        assertThat(contents(keyless)).as("seed %d", seed).isEqualTo(keylessRows);
    }
}
