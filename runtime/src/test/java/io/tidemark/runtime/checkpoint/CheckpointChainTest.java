package io.tidemark.runtime.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.state.DeltaState;
import io.tidemark.runtime.storage.versioned.VersionedRows;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot;
import io.tidemark.runtime.testing.TextRows;
import io.tidemark.sql.error.CodedException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checkpoints that have what changed since others. */
class CheckpointChainTest {

    private static final Path DIRECTORY = Path.of("q");
    private static final Schema COLUMNS = TextRows.schema("k BIGINT, v VARCHAR");

    private final FaultyFiles files = new FaultyFiles();
    private final CheckpointStore store = new CheckpointStore(DIRECTORY, files);
    private Optional<CheckpointName> last = Optional.empty();

    private static VersionedRows rows(boolean keyed) {
        return new VersionedRows(COLUMNS, keyed ? List.of(0) : List.of());
    }

    private void write(long epoch, VersionedRows rows, boolean whole) {
        CheckpointName name = new CheckpointName(epoch, 1000 + epoch);
        store.write(CheckpointImage.of(name, whole ? Optional.empty() : last, Map.of("rows", rows)));
        last = Optional.of(name);
    }

    private static void apply(VersionedRows rows, long version, String... lines) {
        List<TextRows.Row> parsed = new ArrayList<>();
        for (String line : lines) {
            parsed.add(TextRows.row(COLUMNS, line));
        }
        if (!parsed.isEmpty()) {
            rows.apply(TextRows.batch(COLUMNS, parsed, false));
        }
        rows.publish(version);
    }

    private static Map<String, Integer> content(VersionedRows rows) {
        Map<String, Integer> content = new TreeMap<>();
        try (VersionedSnapshot snapshot = rows.pin()) {
            snapshot.scan().forEachRemaining(batch -> {
                for (int i = 0; i < batch.selectedCount(); i++) {
                    int position = batch.position(i);
                    content.merge(TextRows.text(batch, position), batch.weight(position), Integer::sum);
                }
            });
        }
        return content;
    }

    /** The rows of a checkpoint; empty if it is not whole. */
    private Optional<Map<String, Integer>> read(long epoch, boolean keyed) {
        return store.read(epoch).map(checkpoint -> {
            VersionedRows loaded = rows(keyed);
            checkpoint.load("rows", loaded);
            assertThat(loaded.version()).isEqualTo(epoch);
            return content(loaded);
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void eachCheckpointGivesTheRowsOfItsEpoch(long seed) {
        Random random = new Random(seed);
        boolean keyed = seed % 2 == 0;
        VersionedRows rows = rows(keyed);
        Map<Long, Map<String, Integer>> expected = new TreeMap<>();
        Map<String, Integer> present = new TreeMap<>();
        for (long epoch = 1; epoch <= 60; epoch++) {
            List<String> lines = new ArrayList<>();
            for (int i = random.nextInt(6); i > 0; i--) {
                String key = Integer.toString(random.nextInt(20));
                String old = present.keySet().stream()
                        .filter(row -> row.startsWith(key + " "))
                        .findFirst()
                        .orElse("");
                boolean again = lines.stream().anyMatch(line -> line.startsWith(key + " "));
                if (again) {
                    continue;
                }
                if (!old.isEmpty()) {
                    lines.add(old + " -1");
                    present.merge(old, -1, (a, b) -> a + b == 0 ? null : a + b);
                }
                if (old.isEmpty() || random.nextBoolean()) {
                    String row = key + " v" + random.nextInt(50);
                    lines.add(row);
                    present.merge(row, 1, Integer::sum);
                }
            }
            apply(rows, epoch, lines.toArray(String[]::new));
            if (random.nextInt(3) == 0) {
                write(epoch, rows, last.isEmpty() || random.nextInt(6) == 0);
                expected.put(epoch, content(rows));
            }
        }
        assertThat(expected).hasSizeGreaterThan(5);
        expected.forEach((epoch, content) -> assertThat(read(epoch, keyed))
                .as("seed %d epoch %d", seed, epoch)
                .contains(content));
    }

    @Test
    void aFlippedByteOrACutInAnyFileIsNoticed() {
        VersionedRows rows = rows(true);
        apply(rows, 1, "1 one", "2 two");
        write(1, rows, true);
        apply(rows, 2, "2 two -1", "3 three");
        write(2, rows, false);
        apply(rows, 3, "1 one -1", "1 uno");
        write(3, rows, false);
        Map<Long, Map<String, Integer>> expected = Map.of(
                1L, Map.of("1 one", 1, "2 two", 1),
                2L, Map.of("1 one", 1, "3 three", 1),
                3L, Map.of("1 uno", 1, "3 three", 1));
        expected.forEach((epoch, content) -> assertThat(read(epoch, true)).contains(content));
        for (Path file : files.list(DIRECTORY)) {
            long damaged = Long.parseLong(file.getFileName().toString().substring("checkpoint-".length()));
            for (int offset = 0; offset < files.length(file); offset++) {
                files.flip(file, offset);
                checkDamaged(damaged, expected, "byte " + offset);
                files.flip(file, offset);
            }
        }
        List<Path> newestFirst = new ArrayList<>(files.list(DIRECTORY));
        Collections.reverse(newestFirst);
        for (Path file : newestFirst) {
            long damaged = Long.parseLong(file.getFileName().toString().substring("checkpoint-".length()));
            for (int length = files.length(file) - 1; length >= 0; length--) {
                files.cut(file, length);
                checkDamaged(damaged, expected, "cut to " + length);
            }
        }
    }

    private void checkDamaged(long damaged, Map<Long, Map<String, Integer>> expected, String how) {
        expected.forEach((epoch, content) -> {
            if (epoch >= damaged) {
                assertThat(store.read(epoch))
                        .as("%s, epoch %d of %d", how, epoch, damaged)
                        .isEmpty();
            } else {
                assertThat(read(epoch, true))
                        .as("%s, epoch %d of %d", how, epoch, damaged)
                        .contains(content);
            }
        });
    }

    @Test
    void aBaseThatWasWrittenAnewIsNotTakenForTheOldOne() {
        VersionedRows rows = rows(true);
        apply(rows, 1, "1 one");
        write(1, rows, true);
        apply(rows, 2, "2 two");
        write(2, rows, false);
        VersionedRows again = rows(true);
        apply(again, 1, "9 nine");
        store.write(CheckpointImage.of(new CheckpointName(1, 77), Map.of("rows", again)));
        assertThat(store.read(2)).isEmpty();
        assertThat(read(1, true)).contains(Map.of("9 nine", 1));
    }

    @Test
    void aCheckpointOfVersion1IsRefusedByItsName() throws IOException {
        ByteBuffer header =
                ByteBuffer.allocate(24).putInt(CheckpointImage.MAGIC).putInt(1).putLong(5);
        header.putInt(PlanSegment.checksum(header.array(), 0, 16)).putInt(0);
        try (DurableFiles.AppendFile file = files.append(DIRECTORY.resolve("checkpoint-%019d".formatted(5)))) {
            file.write(header.flip());
        }
        assertThatThrownBy(() -> store.read(5))
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("is of version 1, this server reads version 2");
    }

    /** The bytes that docs/design/006-checkpoints.md describes. */
    @Test
    void theBytesAreThoseOfTheDescription() throws IOException {
        OperatorState seven = new FakeState(7);
        List<String> parts = new ArrayList<>();
        long length = CheckpointImage.of(
                        new CheckpointName(9, 0x1122334455667788L),
                        Optional.of(new CheckpointName(8, 0x0102030405060708L)),
                        Map.of("s", seven))
                .write(part -> parts.add(hex(part)));
        assertThat(parts)
                .containsExactly(
                        "544d435000000002" + "0000000000000009" + "1122334455667788" + "0000000000000008"
                                + "0102030405060708" + crc(parts.get(0), 40) + "00000000",
                        "01" + "00000008" + crcOf(1, "01" + "000173" + "000266" + "31") + "01000173" + "00026631",
                        "02" + "00000001" + crcOf(2, "07") + "07",
                        "03" + "00000004" + crcOf(3, "00000001") + "00000001");
        assertThat(length).isEqualTo(48 + 17 + 10 + 13);
    }

    private static String hex(ByteBuffer part) {
        byte[] bytes = new byte[part.remaining()];
        part.duplicate().get(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static String crc(String hex, int bytes) {
        return "%08x".formatted(PlanSegment.checksum(HexFormat.of().parseHex(hex), 0, bytes));
    }

    private static String crcOf(int kind, String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        ByteBuffer checked = ByteBuffer.allocate(5 + bytes.length)
                .put((byte) kind)
                .putInt(bytes.length)
                .put(bytes);
        return "%08x".formatted(PlanSegment.checksum(checked.array(), 0, checked.capacity()));
    }

    /** One byte, of which each capture has what changed. */
    private record FakeState(int value) implements OperatorState, DeltaState {

        @Override
        public Capture capture(boolean whole) {
            return new Capture() {
                @Override
                public boolean isWhole() {
                    return whole;
                }

                @Override
                public void write(DataOutput out) throws IOException {
                    out.writeByte(value);
                }

                @Override
                public void release() {}
            };
        }

        @Override
        public String layout() {
            return "f1";
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeByte(value);
        }

        @Override
        public void load(DataInput in) {
            throw new AssertionError();
        }

        @Override
        public void load(List<? extends DataInput> segments) {
            throw new AssertionError();
        }

        @Override
        public long rows() {
            return 0;
        }

        @Override
        public long sizeBytes() {
            return 0;
        }
    }

    @Test
    void twoChainsAreKeptAndTheFilesThatTheyNeed() {
        CheckpointChains chains = new CheckpointChains();
        assertThat(chains.wrote(1, Optional.empty(), 1, 1)).isEmpty();
        assertThat(chains.wrote(2, Optional.of(1L), 2, 2)).isEmpty();
        assertThat(chains.wrote(3, Optional.of(2L), 3, 3)).isEmpty();
        assertThat(chains.oldest()).isEqualTo(2);
        assertThat(chains.wrote(4, Optional.empty(), 4, 4)).isEmpty();
        assertThat(chains.wrote(5, Optional.of(4L), 5, 5)).isEmpty();
        assertThat(chains.wrote(6, Optional.of(5L), 6, 6)).isEmpty();
        assertThat(chains.oldest()).as("the newest of the chain before").isEqualTo(3);
        assertThat(chains.wrote(7, Optional.empty(), 7, 7)).containsExactly(3L, 2L, 1L);
        assertThat(chains.oldest()).isEqualTo(6);
        assertThat(chains.newest()).isEqualTo(7);
    }

    @Test
    void whatTheSinkMightLoseCanBeDeliveredAgain() {
        CheckpointChains chains = new CheckpointChains();
        chains.wrote(1, Optional.empty(), 1, 1);
        for (long epoch = 2; epoch <= 6; epoch++) {
            assertThat(chains.wrote(epoch, Optional.empty(), epoch, 1)).isEmpty();
        }
        assertThat(chains.oldest()).isEqualTo(1);
        assertThat(chains.wrote(7, Optional.empty(), 7, 5)).containsExactly(4L, 3L, 2L, 1L);
        assertThat(chains.oldest()).isEqualTo(5);
    }
}
