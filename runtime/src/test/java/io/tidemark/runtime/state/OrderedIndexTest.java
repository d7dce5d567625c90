package io.tidemark.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.testing.TextRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ordered index against a sorted map of the same rows. */
class OrderedIndexTest {

    private static final Schema SCHEMA = TextRows.schema("g BIGINT, s VARCHAR, x DOUBLE");

    private final ZSet rows = new ZSet(SCHEMA);
    private final RowOrder order =
            new RowOrder(rows.table(), List.of(new RowOrder.By(1, false, true), new RowOrder.By(2, true, false)));
    private final OrderedIndex index = new OrderedIndex(order);

    private int row(String line) {
        Batch batch = TextRows.batch(SCHEMA, List.of(TextRows.row(SCHEMA, line)), false);
        int[] found = new int[1];
        rows.table().locate(batch.columns(), new int[] {0}, 1, found);
        return found[0];
    }

    private List<Integer> inOrder(long group) {
        List<Integer> found = new ArrayList<>();
        OrderedIndex.Cursor cursor = index.cursor(group);
        for (int row = cursor.next(); row >= 0; row = cursor.next()) {
            found.add(row);
        }
        return found;
    }

    @Test
    void rowsOfAGroupComeInOrder() {
        int b = row("7 b 1.0");
        int a = row("7 a 1.0");
        int aMore = row("7 a 2.5");
        int none = row("7 . 0.0");
        int longer = row("7 abcdefghij 0.0");
        int longest = row("7 abcdefghik 0.0");
        int other = row("8 a 1.0");
        for (int row : List.of(b, longest, a, other, longer, none, aMore)) {
            index.insert(row == other ? 8 : 7, row);
        }
        assertThat(inOrder(7)).containsExactly(none, aMore, a, longer, longest, b);
        assertThat(index.first(7)).isEqualTo(none);
        assertThat(index.last(7)).isEqualTo(b);
        assertThat(index.first(8)).isEqualTo(other);
        assertThat(index.last(8)).isEqualTo(other);
        assertThat(index.first(6)).isEqualTo(-1);
        assertThat(index.last(6)).isEqualTo(-1);
        assertThat(index.first(9)).isEqualTo(-1);
        assertThat(index.last(Long.MAX_VALUE)).isEqualTo(-1);
    }

    @Test
    void aRowThatIsNotThereCannotBeTakenOut() {
        index.insert(1, row("1 a 1.0"));
        int absent = row("1 b 1.0");
        assertThatThrownBy(() -> index.remove(1, absent)).hasMessageContaining("is not in the index");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void itHoldsWhatASortedMapHolds(long seed) {
        Random random = new Random(seed);
        int groups = 1 + random.nextInt(40);
        int values = 1 + random.nextInt(600);
        Map<Long, NavigableMap<Integer, Integer>> model = new HashMap<>();
        List<long[]> present = new ArrayList<>();
        for (int step = 0; step < 12_000; step++) {
            boolean shrinking = step / 2_000 % 2 == 1;
            if (!present.isEmpty() && random.nextInt(10) < (shrinking ? 8 : 3)) {
                long[] gone = present.remove(random.nextInt(present.size()));
                index.remove(gone[0], (int) gone[1]);
                model.get(gone[0]).remove((int) gone[1]);
                rows.table().free((int) gone[1]);
            } else {
                int group = random.nextInt(groups) - groups / 2;
                int row = row(group + " prefixed" + random.nextInt(values) + " " + random.nextInt(2) + ".0");
                NavigableMap<Integer, Integer> ofGroup =
                        model.computeIfAbsent((long) group, g -> new TreeMap<>(order::compare));
                if (ofGroup.putIfAbsent(row, row) == null) {
                    index.insert(group, row);
                    present.add(new long[] {group, row});
                }
            }
            if (step % 1_000 == 0) {
                check(model, groups);
            }
        }
        check(model, groups);
        while (!present.isEmpty()) {
            long[] gone = present.remove(random.nextInt(present.size()));
            index.remove(gone[0], (int) gone[1]);
        }
        assertThat(index.size()).isZero();
        assertThat(index.sizeBytes()).as("one node is left").isEqualTo(new OrderedIndex(order).sizeBytes());
    }

    private void check(Map<Long, NavigableMap<Integer, Integer>> model, int groups) {
        for (long group = -groups; group <= groups; group++) {
            NavigableMap<Integer, Integer> expected = model.getOrDefault(group, new TreeMap<>());
            assertThat(inOrder(group)).isEqualTo(new ArrayList<>(expected.values()));
            assertThat(index.first(group)).isEqualTo(expected.isEmpty() ? -1 : expected.firstKey());
            assertThat(index.last(group)).isEqualTo(expected.isEmpty() ? -1 : expected.lastKey());
        }
        long total = model.values().stream().mapToLong(NavigableMap::size).sum();
        assertThat(index.size()).isEqualTo(total);
    }
}
