package io.tidemark.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.testing.TextRows;
import io.tidemark.sql.error.CodedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowTableTest {

    private static final Schema KEYS = TextRows.schema("a BIGINT, b VARCHAR, x DOUBLE, w DECIMAL(30,0)");

    private static RowLayout layout(Schema schema, int payload, List<Integer> references) {
        List<PhysicalKind> kinds =
                schema.fields().stream().map(field -> field.type().physical()).toList();
        return new RowLayout(kinds, payload, references);
    }

    private static int[] locate(RowTable table, Schema schema, List<String> keys) {
        List<TextRows.Row> rows =
                keys.stream().map(key -> TextRows.row(schema, key)).toList();
        Batch batch = TextRows.batch(schema, rows, false);
        int[] found = new int[keys.size()];
        table.locate(batch.columns(), IntStream.range(0, keys.size()).toArray(), keys.size(), found);
        return found;
    }

    private static RowTable copy(RowTable table) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        table.write(new DataOutputStream(bytes));
        RowTable copy = new RowTable(table.layout(), table.partition());
        copy.load(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        return copy;
    }

    private static String randomKey(Random random) {
        String a = random.nextInt(9) == 0 ? "." : Integer.toString(random.nextInt(12) - 6);
        String b = random.nextInt(9) == 0 ? "." : random.nextInt(9) == 0 ? "''" : "s".repeat(1 + random.nextInt(20));
        String x = List.of(".", "0.0", "-0.0", "NaN", "1.5", "Infinity").get(random.nextInt(6));
        String w = List.of(".", "0", "-1", "99999999999999999999", "4294967296").get(random.nextInt(5));
        return String.join(" ", a, b, x, w);
    }

    private static String canonical(String key) {
        return key.replace("-0.0", "0.0");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void everyKeyHasOneRowThroughInsertsFreesCompactionsAndReloads(long seed) throws IOException {
        Random random = new Random(seed);
        RowTable table = new RowTable(layout(KEYS, 1, List.of()), 0);
        Map<String, Integer> model = new HashMap<>();
        for (int epoch = 0; epoch < 20; epoch++) {
            List<String> keys = IntStream.range(0, 1 + random.nextInt(400))
                    .mapToObj(i -> randomKey(random))
                    .toList();
            int[] rows = locate(table, KEYS, keys);
            for (int i = 0; i < rows.length; i++) {
                Integer known = model.putIfAbsent(canonical(keys.get(i)), rows[i]);
                if (known != null && known != rows[i]) {
                    throw new AssertionError("seed " + seed + ": key " + keys.get(i) + " has two rows");
                }
            }
            if (random.nextInt(3) == 0) {
                model.values().removeIf(row -> {
                    boolean gone = random.nextInt(4) > 0;
                    if (gone) {
                        table.free(row);
                    }
                    return gone;
                });
            }
            table.endEpoch();
            assertThat(table.rows()).isEqualTo(model.size());
            RowTable reloaded = copy(table);
            assertThat(keysOf(reloaded)).containsExactlyInAnyOrderElementsOf(model.keySet());
            assertThat(reloaded.rows()).isEqualTo(table.rows());
            int[] again = locate(reloaded, KEYS, keys);
            assertThat(IntStream.of(again).distinct().count())
                    .isEqualTo(keys.stream()
                            .map(RowTableTest::canonical)
                            .distinct()
                            .count());
        }
    }

    private static List<String> keysOf(RowTable table) {
        List<String> keys = new ArrayList<>();
        SlabRows rows = new SlabRows();
        for (int row = table.nextRow(0); row >= 0; row = table.nextRow(row + 1)) {
            rows.clear();
            table.collect(row, rows);
            List<Column> columns = IntStream.range(0, KEYS.size())
                    .mapToObj(key -> rows.key(table.layout(), key, KEYS.type(key)))
                    .toList();
            keys.add(TextRows.text(Batch.of(1, columns), 0));
        }
        return keys;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void rowsThatGoTogetherLeaveTheOthersWhereTheyWere(long seed) throws IOException {
        Random random = new Random(seed);
        RowTable table = new RowTable(layout(KEYS, 1, List.of()), 0);
        Map<String, Integer> model = new HashMap<>();
        for (int epoch = 0; epoch < 12; epoch++) {
            List<String> keys = IntStream.range(0, 1500)
                    .mapToObj(i -> random.nextInt(4000) + " t" + random.nextInt(2) + " . .")
                    .toList();
            int[] rows = locate(table, KEYS, keys);
            for (int i = 0; i < rows.length; i++) {
                Integer known = model.putIfAbsent(keys.get(i), rows[i]);
                assertThat(known == null || known == rows[i]).isTrue();
                assertThat(table.page(rows[i])[
                                table.base(rows[i]) + table.layout().payloadSlot(0)])
                        .as("payload of a row, new or not")
                        .isEqualTo(known == null ? 0 : keys.get(i).hashCode());
                table.page(rows[i])[table.base(rows[i]) + table.layout().payloadSlot(0)] =
                        keys.get(i).hashCode();
            }
            int share = epoch % 3 == 0 ? 1 : epoch % 3 == 1 ? 2 : 100;
            List<String> gone = model.keySet().stream()
                    .filter(key -> random.nextInt(share) == 0)
                    .toList();
            table.beginFree(gone.size());
            gone.forEach(key -> table.freeNext(model.remove(key)));
            table.endFree();
            table.endEpoch();
            assertThat(table.rows()).isEqualTo(model.size());
        }
        assertThat(copy(table).rows()).isEqualTo(table.rows());
    }

    @Test
    void lookupMakesNoRow() {
        Schema schema = TextRows.schema("k INT");
        RowTable table = new RowTable(layout(schema, 0, List.of()), 0);
        int row = locate(table, schema, List.of("7"))[0];
        Batch batch = TextRows.batch(schema, List.of(TextRows.row(schema, "7"), TextRows.row(schema, "8")), false);
        int[] found = new int[2];
        table.lookup(batch.columns(), new int[] {0, 1}, 2, found);
        assertThat(found).containsExactly(row, -1);
        assertThat(table.rows()).isEqualTo(1);
    }

    @Test
    void moreThan32KeyColumnsKeepTheirNullsApart() {
        String columns = String.join(
                ", ", IntStream.range(0, 70).mapToObj(i -> "c" + i + " INT").toList());
        Schema schema = TextRows.schema(columns);
        List<String> keys = IntStream.range(0, 70)
                .mapToObj(i -> "0 ".repeat(i) + ". " + "0 ".repeat(69 - i))
                .toList();
        RowTable table = new RowTable(layout(schema, 0, List.of()), 0);
        assertThat(IntStream.of(locate(table, schema, keys)).distinct().count()).isEqualTo(70);
        assertThat(locate(table, schema, keys)).doesNotHaveDuplicates();
        assertThat(table.rows()).isEqualTo(70);
    }

    @Test
    void theFirstTouchOfAnEpochKeepsTheBeforeImage() {
        Schema schema = TextRows.schema("k INT");
        RowTable table = new RowTable(layout(schema, 1, List.of()), 0);
        int[] rows = locate(table, schema, List.of("1", "2"));
        int payload = table.layout().payloadSlot(0);
        touch(table, rows[0], 3);
        table.page(rows[0])[table.base(rows[0]) + payload] = 30;
        touch(table, rows[0], 1);
        assertThat(table.dirtyCount()).isEqualTo(1);
        assertThat(table.hasBeforeImage(0)).isFalse();
        table.endEpoch();

        touch(table, rows[1], 1);
        touch(table, rows[0], 1);
        table.page(rows[0])[table.base(rows[0]) + payload] = 40;
        touch(table, rows[0], 1);
        assertThat(table.dirtyCount()).isEqualTo(2);
        assertThat(table.dirtyRow(1)).isEqualTo(rows[0]);
        assertThat(table.hasBeforeImage(0)).isFalse();
        assertThat(table.hasBeforeImage(1)).isTrue();
        SlabRows before = new SlabRows();
        table.collectBeforeImage(1, before);
        assertThat(before.pages[0][before.bases[0] + payload]).isEqualTo(30);
        assertThat(before.pages[0][before.bases[0] + table.layout().weightSlot()])
                .isEqualTo(4);
        assertThat(table.weight(rows[0])).isEqualTo(6);
    }

    private static void touch(RowTable table, int row, int weight) {
        table.touch(new int[] {row}, new int[] {0}, 1, new int[] {weight});
    }

    @Test
    void manyBeforeImagesAreKeptApart() {
        Schema schema = TextRows.schema("k INT");
        RowTable table = new RowTable(layout(schema, 3, List.of()), 0);
        List<String> keys = IntStream.range(0, 2000).mapToObj(Integer::toString).toList();
        List<int[]> blocks = new ArrayList<>();
        for (int block = 0; block < 12; block++) {
            int from = block * 2000;
            blocks.add(locate(
                    table,
                    schema,
                    keys.stream()
                            .map(key -> Integer.toString(Integer.parseInt(key) + from))
                            .toList()));
        }
        for (int epoch = 1; epoch < 4; epoch++) {
            for (int[] rows : blocks) {
                for (int row : rows) {
                    touch(table, row, row + 1);
                }
            }
            SlabRows before = new SlabRows();
            for (int i = 0; i < table.dirtyCount() && epoch > 1; i++) {
                before.clear();
                table.collectBeforeImage(i, before);
                long weight = before.pages[0][before.bases[0] + table.layout().weightSlot()];
                if (weight != (table.dirtyRow(i) + 1L) * (epoch - 1)) {
                    throw new AssertionError("row " + table.dirtyRow(i) + " had weight " + weight);
                }
            }
            assertThat(table.dirtyCount()).isEqualTo(24_000);
            table.endEpoch();
        }
    }

    @Test
    void memoryIsGivenBackWithTheRows() {
        Schema schema = TextRows.schema("k INT, s VARCHAR");
        RowTable table = new RowTable(layout(schema, 0, List.of()), 0);
        long empty = table.sizeBytes();
        for (int round = 0; round < 3; round++) {
            List<Integer> rows = new ArrayList<>();
            for (int block = 0; block < 30; block++) {
                int from = block * 1000;
                List<String> keys = IntStream.range(from, from + 1000)
                        .mapToObj(i -> i + " " + "x".repeat(100))
                        .toList();
                IntStream.of(locate(table, schema, keys)).forEach(rows::add);
            }
            assertThat(table.sizeBytes()).isGreaterThan(30_000 * 100);
            rows.forEach(table::free);
            table.endEpoch();
            assertThat(table.rows()).isZero();
            assertThat(table.sizeBytes()).isLessThan(empty + 400_000);
        }
    }

    @Test
    void stringsThatAreReplacedOverAndOverAreCompacted() throws IOException {
        Schema schema = TextRows.schema("k INT");
        RowTable table = new RowTable(layout(schema, 1, List.of(0)), 0);
        int[] rows = locate(table, schema, List.of("1", "2", "3"));
        int slot = table.layout().payloadSlot(0);
        for (int epoch = 0; epoch < 2000; epoch++) {
            int row = rows[epoch % 2];
            byte[] value = ("value " + epoch + " of row " + row).getBytes(StandardCharsets.UTF_8);
            int at = table.base(row) + slot;
            table.arena(row).release(table.page(row)[at]);
            table.page(row)[at] = table.arena(row).append(value, 0, value.length);
            table.endEpoch();
        }
        assertThat(table.arena(rows[0]).sizeBytes()).isLessThan(20_000);
        RowTable reloaded = copy(table);
        int[] again = locate(reloaded, schema, List.of("1", "2", "3"));
        assertThat(text(reloaded, again[0], slot)).isEqualTo("value 1998 of row " + rows[0]);
        assertThat(text(reloaded, again[1], slot)).isEqualTo("value 1999 of row " + rows[1]);
        assertThat(text(reloaded, again[2], slot)).isEmpty();
    }

    private static String text(RowTable table, int row, int slot) {
        SlabRows rows = new SlabRows();
        table.collect(row, rows);
        BytesPool pool = new BytesPool();
        long reference = rows.copyBytes(0, slot, pool);
        return new String(
                pool.pageBytes(BytesPool.page(reference)),
                BytesPool.offset(reference),
                BytesPool.length(reference),
                StandardCharsets.UTF_8);
    }

    @Test
    void aFileOfAnotherLayoutIsRefused() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new RowTable(layout(KEYS, 1, List.of()), 0).write(new DataOutputStream(bytes));
        byte[] written = bytes.toByteArray();
        RowTable other = new RowTable(layout(KEYS, 2, List.of()), 0);
        assertThatThrownBy(() -> other.load(new DataInputStream(new ByteArrayInputStream(written))))
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("slots in a row of a state table is 8, expected 9");
        written[0] = 9;
        assertThatThrownBy(() -> other.load(new DataInputStream(new ByteArrayInputStream(written))))
                .hasMessageContaining("version of a state table is 9, expected 2");
    }
}
