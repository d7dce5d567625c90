package io.tidemark.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.testing.TextRows;
import io.tidemark.sql.error.CodedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables captured at one moment and written later, whole and as what changed. */
class FrozenRowsTest {

    private static final Schema KEYS = TextRows.schema("a BIGINT, b VARCHAR");
    private static final int NUMBER = 0;
    private static final int TEXT = 1;

    private static RowTable table() {
        return new RowTable(new RowLayout(List.of(PhysicalKind.INT64, PhysicalKind.BYTES), 2, List.of(TEXT)), 0);
    }

    private static int locate(RowTable table, String key) {
        Batch batch = TextRows.batch(KEYS, List.of(TextRows.row(KEYS, key)), false);
        int[] found = new int[1];
        table.locate(batch.columns(), new int[1], 1, found);
        return found[0];
    }

    /** Puts a number and a text into the row of a key. */
    private static void put(RowTable table, String key, int number, String text) {
        int row = locate(table, key);
        long[] page = table.page(row);
        int base = table.base(row);
        page[base + table.layout().payloadSlot(NUMBER)] = number;
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        PageArena arena = table.arena(row);
        arena.release(page[base + table.layout().payloadSlot(TEXT)]);
        page[base + table.layout().payloadSlot(TEXT)] = arena.append(bytes, 0, bytes.length);
    }

    private static String text(RowTable table, int row, int slot) {
        long reference = table.page(row)[table.base(row) + slot];
        return BytesPool.length(reference) == 0
                ? ""
                : new String(
                        table.arena(row).chunk(reference),
                        BytesPool.offset(reference),
                        BytesPool.length(reference),
                        StandardCharsets.UTF_8);
    }

    private static Map<String, String> rows(RowTable table) {
        Map<String, String> rows = new TreeMap<>();
        RowLayout layout = table.layout();
        for (int row = table.nextRow(0); row >= 0; row = table.nextRow(row + 1)) {
            long[] page = table.page(row);
            String key = page[table.base(row) + layout.keySlot(0)] + " " + text(table, row, layout.keySlot(1));
            String value = page[table.base(row) + layout.payloadSlot(NUMBER)] + " "
                    + text(table, row, layout.payloadSlot(TEXT));
            assertThat(rows.put(key, value)).isNull();
            assertThat(locate(table, key)).as("row found by its key").isEqualTo(row);
        }
        return rows;
    }

    private static byte[] written(FrozenRows frozen) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        frozen.write(new DataOutputStream(bytes));
        frozen.release();
        return bytes.toByteArray();
    }

    private static RowTable loaded(List<byte[]> segments) throws IOException {
        RowTable table = table();
        List<DataInputStream> in = segments.stream()
                .map(bytes -> new DataInputStream(new ByteArrayInputStream(bytes)))
                .toList();
        table.load(in);
        for (DataInputStream one : in) {
            assertThat(one.available()).isZero();
        }
        return table;
    }

    private static void change(RowTable table, Map<String, String> model, Random random, int keys) {
        for (int i = random.nextInt(300); i > 0; i--) {
            String key = random.nextInt(keys) + " k" + random.nextInt(2);
            String text = "t".repeat(random.nextInt(60)) + random.nextInt(9);
            put(table, key, i, text);
            model.put(key, i + " " + text);
        }
        int share = 1 + random.nextInt(6);
        List<String> gone = model.keySet().stream()
                .filter(key -> random.nextInt(share) == 0)
                .toList();
        table.beginFree(gone.size());
        for (String key : random.nextBoolean() ? gone : List.<String>of()) {
            int row = row(table, key);
            model.remove(key);
            table.freeNext(row);
        }
        table.endFree();
        table.endEpoch();
    }

    private static int row(RowTable table, String key) {
        for (int row = table.nextRow(0); row >= 0; row = table.nextRow(row + 1)) {
            RowLayout layout = table.layout();
            String found =
                    table.page(row)[table.base(row) + layout.keySlot(0)] + " " + text(table, row, layout.keySlot(1));
            if (found.equals(key)) {
                return row;
            }
        }
        throw new AssertionError("no row for " + key);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void whatIsWrittenIsWhatWasThereHoweverMuchChangesMeanwhile(long seed) throws IOException {
        Random random = new Random(seed);
        RowTable table = table();
        Map<String, String> model = new HashMap<>();
        List<byte[]> segments = new ArrayList<>();
        for (int round = 0; round < 25; round++) {
            change(table, model, random, 2000);
            boolean whole = round == 0 || random.nextInt(8) == 0;
            FrozenRows frozen = table.capture(whole);
            Map<String, String> then = new TreeMap<>(model);
            for (int i = random.nextInt(3); i > 0; i--) {
                change(table, model, random, 2000);
            }
            if (random.nextInt(10) == 0) {
                table.clear();
                model.clear();
            }
            if (whole) {
                segments.clear();
            }
            segments.add(written(frozen));
            assertThat(rows(loaded(segments)))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(then);
        }
        assertThat(rows(table)).isEqualTo(new TreeMap<>(model));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void anotherThreadWritesWhatWasThereWhileTheTableGoesOn(long seed) throws IOException {
        Random random = new Random(seed);
        RowTable table = table();
        Map<String, String> model = new HashMap<>();
        List<byte[]> segments = new ArrayList<>();
        for (int round = 0; round < 8; round++) {
            change(table, model, random, 5000);
            FrozenRows frozen = table.capture(round == 0);
            Map<String, String> then = new TreeMap<>(model);
            CompletableFuture<byte[]> writing = CompletableFuture.supplyAsync(() -> {
                try {
                    return written(frozen);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            do {
                change(table, model, random, 5000);
            } while (!writing.isDone());
            segments.add(writing.join());
            assertThat(rows(loaded(segments)))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(then);
        }
    }

    @Test
    void whatChangedIsSmallWhereLittleChanged() throws IOException {
        RowTable table = table();
        for (int i = 0; i < 20_000; i++) {
            put(table, i + " k", i, "text");
        }
        table.endEpoch();
        byte[] whole = written(table.capture(true));
        put(table, "7 k", -7, "other");
        table.free(locate(table, "8 k"));
        table.endEpoch();
        byte[] changes = written(table.capture(false));
        assertThat(whole.length).isGreaterThan(1_000_000);
        assertThat(changes.length).isLessThan(200);
        assertThat(written(table.capture(false)).length).as("nothing changed").isLessThan(30);
        RowTable loaded = loaded(List.of(whole, changes));
        assertThat(loaded.rows()).isEqualTo(19_999);
        assertThat(rows(loaded)).containsEntry("7 k", "-7 other").doesNotContainKey("8 k");
    }

    @Test
    void theBytesAreThoseOfTheDescription() throws IOException {
        RowTable table = table();
        put(table, "5 a", 6, "bc");
        table.endEpoch();
        String head = "02 00000000 00000006 ";
        String slots = "0000000000000005 0000000000000001 0000000000000000 0000000000000000 %016x %016x";
        assertThat(hex(written(table.capture(true))))
                .isEqualTo(plain(head + "01 00000000 00000001 00000000 " + slots.formatted(6, 2) + "61 6263 00000000"));
        put(table, "5 a", 7, "d");
        table.endEpoch();
        assertThat(hex(written(table.capture(false))))
                .isEqualTo(plain(head + "00 00000000 00000001 00000000 " + slots.formatted(7, 1) + "61 64 00000000"));
        table.free(locate(table, "5 a"));
        table.endEpoch();
        assertThat(hex(written(table.capture(false))))
                .isEqualTo(plain(head + "00 00000001 00000000 00000000 00000000"));
    }

    private static String plain(String hex) {
        return hex.replace(" ", "");
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void segmentsThatDoNotFollowEachOtherAreRefused() throws IOException {
        RowTable table = table();
        IntStream.range(0, 3).forEach(i -> put(table, i + " k", i, ""));
        byte[] whole = written(table.capture(true));
        table.free(locate(table, "1 k"));
        byte[] changes = written(table.capture(false));
        assertThatThrownBy(() -> loaded(List.of(changes)))
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("begins with what changed");
        assertThatThrownBy(() -> loaded(List.of(whole, changes, changes)))
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("which was not there");
    }
}
