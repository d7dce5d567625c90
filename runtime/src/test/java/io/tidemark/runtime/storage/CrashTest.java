package io.tidemark.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a crash or a failing disk leaves behind, made by hand. */
class CrashTest {

    private static final int ACKNOWLEDGED = 40;

    @TempDir
    Path directory;

    /**
     * Writes rows that were acknowledged, remembers the mark, writes more that count as not acknowledged, and puts the old mark back: then the
     * rest of the file may be cut or damaged anywhere behind the mark, as a disk that lost power would.
     */
    private Path storedWithUnsyncedTail(String name) throws IOException {
        Path base = directory.resolve(name);
        Path mark = base.resolve("s/log/durable");
        Path saved = directory.resolve(name + "-mark");
        try (StorageEngine engine = StorageEngine.open(base)) {
            InternalStream stream = engine.stream("s", "public.s", Numbers.SCHEMA);
            for (int i = 0; i < ACKNOWLEDGED; i += 4) {
                stream.insert(List.of(Numbers.range(i, 4)));
            }
            Files.copy(mark, saved);
            for (int i = 0; i < 10; i++) {
                StreamSink sink = stream.openSink(Numbers.sink("q", OutputMode.APPEND, List.of()));
                sink.begin(i + 1);
                sink.write(Numbers.range(ACKNOWLEDGED + 5 * i, 2));
                sink.write(Numbers.range(ACKNOWLEDGED + 5 * i + 2, 3));
                sink.commit();
            }
        }
        Files.move(saved, mark, StandardCopyOption.REPLACE_EXISTING);
        return base;
    }

    private static Path lastSegment(Path base) throws IOException {
        try (Stream<Path> files = Files.list(base.resolve("s/log"))) {
            return files.filter(file -> file.toString().endsWith(".seg"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    /** The length that the mark names. */
    private static int markedLength(Path base) throws IOException {
        byte[] mark = Files.readAllBytes(base.resolve("s/log/durable"));
        return (int) java.nio.ByteBuffer.wrap(mark).getLong(8);
    }

    private static void checkWholeGroupsOnly(Path base, String what) {
        try (StorageEngine engine = StorageEngine.open(base)) {
            InternalStream stream = engine.stream("s", "public.s", Numbers.SCHEMA);
            List<Long> rows = Numbers.contents(stream);
            long epoch = stream.openSink(Numbers.sink("q", OutputMode.APPEND, List.of()))
                    .lastCommittedEpoch();
            assertThat(rows.size()).as(what).isEqualTo((int) (ACKNOWLEDGED + 5 * epoch));
            for (int i = 0; i < rows.size(); i++) {
                assertThat(rows.get(i)).isEqualTo(i);
            }
            stream.insert(List.of(Numbers.row(-1)));
            assertThat(Numbers.contents(stream)).hasSize(rows.size() + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aTailCutAnywhereLosesOnlyEpochsNotAcknowledgedAndThoseWhole(int seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < 12; i++) {
            Path base = storedWithUnsyncedTail("cut" + i);
            Path segment = lastSegment(base);
            byte[] bytes = Files.readAllBytes(segment);
            int marked = markedLength(base);
            int cut = marked + random.nextInt(bytes.length - marked + 1);
            Files.write(segment, Arrays.copyOf(bytes, cut));

            checkWholeGroupsOnly(base, "seed " + seed + " cut at " + cut);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aTailDamagedAnywhereIsCutAtTheDamage(int seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < 12; i++) {
            Path base = storedWithUnsyncedTail("flip" + i);
            Path segment = lastSegment(base);
            byte[] bytes = Files.readAllBytes(segment);
            int marked = markedLength(base);
            int flipped = marked + random.nextInt(bytes.length - marked);
            if (random.nextBoolean()) {
                Arrays.fill(bytes, flipped, Math.min(bytes.length, flipped + 100), (byte) 0);
            } else {
                bytes[flipped] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(segment, bytes);

            checkWholeGroupsOnly(base, "seed " + seed + " flipped at " + flipped);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void damageToWhatWasAcknowledgedIsAnErrorThatNamesFileAndOffset(int seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < 12; i++) {
            Path base = storedWithUnsyncedTail("bad" + i);
            Path segment = lastSegment(base);
            byte[] bytes = Files.readAllBytes(segment);
            int flipped = random.nextInt(markedLength(base));
            bytes[flipped] ^= (byte) (1 << random.nextInt(8));
            Files.write(segment, bytes);

            try (StorageEngine engine = StorageEngine.open(base)) {
                assertThatThrownBy(() -> engine.stream("s", "public.s", Numbers.SCHEMA))
                        .as("seed %d flipped at %d", seed, flipped)
                        .hasMessageContaining(segment + "\" is damaged at byte ")
                        .satisfies(e -> assertThat(((CodedException) e).code()).isEqualTo(ErrorCode.CORRUPTED));
            }
        }
    }

    @Test
    void acknowledgedBytesThatAreMissingAreAnError() throws IOException {
        Path base = storedWithUnsyncedTail("short");
        Path segment = lastSegment(base);
        Files.write(segment, Arrays.copyOf(Files.readAllBytes(segment), markedLength(base) - 1));
        try (StorageEngine engine = StorageEngine.open(base)) {
            assertThatThrownBy(() -> engine.stream("s", "public.s", Numbers.SCHEMA))
                    .hasMessageContaining("ends too early");
        }
    }

    @Test
    void damageInASealedSegmentIsFoundWhenItIsRead() throws IOException {
        Path base = directory.resolve("sealed");
        try (StorageEngine engine = StorageEngine.open(base, 2000, 2000)) {
            InternalStream stream = engine.stream("s", "public.s", Numbers.SCHEMA);
            for (int i = 0; i < 300; i++) {
                stream.insert(List.of(Numbers.row(i)));
            }
        }
        Path first = base.resolve("s/log/0000000000.seg");
        byte[] bytes = Files.readAllBytes(first);
        bytes[bytes.length / 2] ^= 1;
        Files.write(first, bytes);
        try (StorageEngine engine = StorageEngine.open(base, 2000, 2000)) {
            InternalStream stream = engine.stream("s", "public.s", Numbers.SCHEMA);
            assertThat(stream.endOffset()).isEqualTo(300);
            assertThatThrownBy(() -> Numbers.contents(stream)).hasMessageContaining(first + "\" is damaged at byte ");
        }
    }

    @Test
    void aSegmentBegunButNotFinishedIsLeftOut() throws IOException {
        Path base = storedWithUnsyncedTail("begun");
        Files.write(base.resolve("s/log/0000000001.seg"), new byte[] {'T', 'M', 'K', 'L'});
        checkWholeGroupsOnly(base, "a header cut short");
    }

    @Test
    void aDamagedSnapshotOfATableIsAnErrorAndAnUnfinishedOneIsLeftOut() throws IOException {
        Path base = directory.resolve("table");
        try (StorageEngine engine = StorageEngine.open(base)) {
            InternalTable table = engine.table("t", "public.t", Numbers.SCHEMA, Numbers.KEY);
            table.commit(List.of(new TableChange.Insert(List.of(Numbers.range(0, 1000)))));
            table.writeSnapshot();
            table.commit(List.of(new TableChange.Insert(List.of(Numbers.row(5000)))));
        }
        Path snapshot = base.resolve("t/00000000000000000001.snap");
        Files.write(base.resolve("t/00000000000000000002.snap.tmp"), new byte[100]);
        try (StorageEngine engine = StorageEngine.open(base)) {
            assertThat(Numbers.contents(engine.table("t", "public.t", Numbers.SCHEMA, Numbers.KEY)))
                    .hasSize(1001);
        }
        byte[] bytes = Files.readAllBytes(snapshot);
        bytes[bytes.length / 2] ^= 4;
        Files.write(snapshot, bytes);
        try (StorageEngine engine = StorageEngine.open(base)) {
            assertThatThrownBy(() -> engine.table("t", "public.t", Numbers.SCHEMA, Numbers.KEY))
                    .hasMessageContaining(snapshot + "\" is damaged at byte ");
        }
    }
}
