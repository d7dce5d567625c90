package io.tidemark.runtime.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConsolidationTest {

    private static final Schema SCHEMA = TextRows.schema("k INT, v VARCHAR");

    private final Consolidation consolidation = new Consolidation(SCHEMA);

    private void add(String... lines) {
        consolidation.add(TextRows.batch(
                SCHEMA, Stream.of(lines).map(line -> TextRows.row(SCHEMA, line)).toList(), false));
    }

    private List<String> drained() {
        List<Batch> out = new ArrayList<>();
        consolidation.drain(out::add);
        return lines(out);
    }

    private List<String> drainedByKey(Integer... keys) {
        List<Batch> out = new ArrayList<>();
        consolidation.drainByKey(List.of(keys), out::add);
        return lines(out);
    }

    private static List<String> lines(List<Batch> out) {
        List<String> lines = new ArrayList<>();
        OperatorScript.sum(out, SCHEMA, lines);
        return lines;
    }

    @Test
    void equalRowsAreAddedUpInOrderOfAppearance() {
        add("2 b", "1 a +2", "3 .");
        add("1 a", "3 . -1", "4 d -1");
        assertThat(drained()).containsExactly("2 b 1", "1 a 3", "4 d -1");
        assertThat(drained()).isEmpty();
    }

    @Test
    void aKeyHasAtMostOneRow() {
        add("1 new", "2 gone -1", "3 same", "4 x");
        add("1 old -1", "3 same -1", "4 y", "4 x -1", "4 w -1");
        assertThat(drainedByKey(0)).containsExactly("1 new 1", "2 gone -1", "4 y 1");
        assertThat(drainedByKey(0)).isEmpty();
    }

    @Test
    void twoRowsOfAKeyAreADefect() {
        add("1 a", "1 b");
        assertThatThrownBy(() -> drainedByKey(0))
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("two rows");
        Consolidation other = new Consolidation(SCHEMA);
        other.add(TextRows.batch(SCHEMA, List.of(TextRows.row(SCHEMA, "1 a +2")), false));
        assertThatThrownBy(() -> other.drainByKey(List.of(0), batch -> {})).hasMessageContaining("two rows");
    }

    @Test
    void upsertsBringATableFromOneEpochToTheNext() {
        Random random = new Random(7);
        Map<Integer, String> table = new TreeMap<>();
        Map<Integer, String> replica = new TreeMap<>();
        for (int epoch = 0; epoch < 30; epoch++) {
            List<String> lines = new ArrayList<>();
            for (int change = random.nextInt(3000); change > 0; change--) {
                int key = random.nextInt(1500);
                String added = random.nextInt(3) == 0 ? null : "v" + random.nextInt(3);
                String removed = added == null ? table.remove(key) : table.put(key, added);
                if (added != null) {
                    lines.add(key + " " + added);
                }
                if (removed != null) {
                    lines.add(key + " " + removed + " -1");
                }
            }
            for (int from = 0; from < lines.size(); from += 1000) {
                add(lines.subList(from, Math.min(lines.size(), from + 1000)).toArray(String[]::new));
            }
            for (String line : drainedByKey(0)) {
                TextRows.Row row = TextRows.row(SCHEMA, line);
                int key = Integer.parseInt(row.values().get(0));
                String before = row.weight() > 0 ? replica.put(key, row.values().get(1)) : replica.remove(key);
                assertThat(row.weight() > 0 || row.values().get(1).equals(before))
                        .isTrue();
            }
            assertThat(replica).isEqualTo(table);
        }
    }
}
