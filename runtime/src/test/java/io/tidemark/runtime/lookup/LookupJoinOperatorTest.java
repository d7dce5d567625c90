package io.tidemark.runtime.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.AnswerLog;
import io.tidemark.runtime.connector.Lookup;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Lookups in a table that changes between epochs, and epochs that run again. */
class LookupJoinOperatorTest {

    private static final Schema LEFT = TextRows.schema("id BIGINT, k BIGINT");
    private static final Schema TABLE = TextRows.schema("k BIGINT, name VARCHAR");
    private static final Schema OUTPUT = TextRows.schema("id BIGINT, k BIGINT, k2 BIGINT, name VARCHAR");
    private static final long SECOND = 1_000_000;

    /** A table in memory, which notes what it is asked. */
    private static final class FakeTable implements Lookup {
        private final Map<Long, List<String>> rows = new TreeMap<>();
        private final List<List<Long>> asked = new ArrayList<>();
        private boolean down;

        void put(long key, String... names) {
            rows.put(key, List.of(names));
        }

        @Override
        public List<Batch> find(Batch keys) {
            if (down) {
                throw new UncheckedIOException("the table is down", new IOException());
            }
            List<Long> wanted = new ArrayList<>();
            List<TextRows.Row> found = new ArrayList<>();
            for (int i = 0; i < keys.selectedCount(); i++) {
                long key = ((LongColumn) keys.column(0)).values[keys.position(i)];
                wanted.add(key);
                rows.getOrDefault(key, List.of()).forEach(name -> found.add(TextRows.row(TABLE, key + " " + name)));
            }
            asked.add(wanted);
            return found.isEmpty() ? List.of() : List.of(TextRows.batch(TABLE, found, false));
        }

        @Override
        public void close() {
            // There is no connection.
        }
    }

    /** Keeps answers by epoch. */
    private static final class FakeLog implements AnswerLog {
        private final Map<Long, List<byte[]>> answers = new HashMap<>();
        private long epoch;

        @Override
        public List<byte[]> recorded(String operator) {
            return List.copyOf(answers.getOrDefault(epoch, List.of()));
        }

        @Override
        public void record(String operator, byte[] bytes) {
            answers.computeIfAbsent(epoch, number -> new ArrayList<>()).add(bytes);
        }
    }

    private final FakeTable table = new FakeTable();
    private final FakeLog log = new FakeLog();

    private LookupJoinOperator operator(boolean outer, long cacheRows) {
        LookupJoinSpec spec =
                new LookupJoinSpec("lookup", outer, List.of(1), TABLE, List.of(0), cacheRows, 10 * SECOND);
        return new LookupJoinOperator(spec, table, log, () -> log.epoch * SECOND);
    }

    /** Runs an epoch, one batch a text; returns what came out of it. */
    private Map<String, Integer> epoch(LookupJoinOperator operator, long number, String... batches) {
        log.epoch = number;
        List<Batch> out = new ArrayList<>();
        for (String batch : batches) {
            List<TextRows.Row> rows =
                    batch.lines().map(line -> TextRows.row(LEFT, line)).toList();
            operator.process(0, TextRows.batch(LEFT, rows, true), out::add);
        }
        operator.endEpoch(new Epoch(number, number * SECOND), Long.MIN_VALUE, out::add);
        return OperatorScript.sum(out, OUTPUT, new ArrayList<>());
    }

    @Test
    void eachRowIsJoinedWithAllRowsOfItsKey() {
        table.put(1, "a");
        table.put(2, "b", "c");
        assertThat(epoch(operator(false, 0), 1, "10 1\n11 2\n12 3\n13 .\n14 1"))
                .isEqualTo(Map.of("10 1 1 a", 1, "14 1 1 a", 1, "11 2 2 b", 1, "11 2 2 c", 1));
        assertThat(table.asked).containsExactly(List.of(1L, 2L, 3L));
    }

    @Test
    void rowsWithoutAMatchComeOutIfTheyAreWanted() {
        table.put(1, "a");
        assertThat(epoch(operator(true, 0), 1, "10 1\n12 3 2\n13 ."))
                .isEqualTo(Map.of("10 1 1 a", 1, "12 3 . .", 2, "13 . . .", 1));
    }

    @Test
    void inAnEpochAKeyIsAskedForOnce() {
        table.put(1, "a");
        LookupJoinOperator operator = operator(false, 0);
        epoch(operator, 1, "10 1", "11 1\n12 2", "13 2");
        assertThat(table.asked).containsExactly(List.of(1L), List.of(2L));
        table.put(1, "z");
        assertThat(epoch(operator, 2, "14 1")).isEqualTo(Map.of("14 1 1 z", 1));
    }

    @Test
    void whatIsRememberedIsNotAskedForUntilItIsTooOld() {
        table.put(1, "a");
        LookupJoinOperator operator = operator(false, 2);
        epoch(operator, 1, "10 1");
        table.put(1, "z");
        assertThat(epoch(operator, 10, "11 1")).isEqualTo(Map.of("11 1 1 a", 1));
        assertThat(epoch(operator, 11, "12 1")).isEqualTo(Map.of("12 1 1 z", 1));
    }

    @Test
    void theKeysUsedLastAreRemembered() {
        LookupJoinOperator operator = operator(false, 2);
        epoch(operator, 1, "10 1\n11 2");
        epoch(operator, 2, "12 1\n13 3");
        table.asked.clear();
        epoch(operator, 3, "14 1\n15 3\n16 2");
        assertThat(table.asked).containsExactly(List.of(2L));
        assertThat(operator.state().orElseThrow().rows()).isEqualTo(2);
    }

    @Test
    void anEpochThatRunsAgainGivesTheSameWhateverTheTableHasBecome() {
        table.put(1, "a");
        table.put(2, "b");
        LookupJoinOperator first = operator(true, 1);
        epoch(first, 1, "10 1\n11 2\n12 3");
        LookupJoinOperator again = operator(true, 1);
        OperatorScript.restore(first, again);
        Map<String, Integer> second = epoch(first, 2, "13 1\n14 3", "15 2");
        table.put(1, "y");
        table.put(2, "z");
        table.put(3, "new");
        table.asked.clear();
        assertThat(epoch(again, 2, "13 1", "14 3\n15 2")).isEqualTo(second);
        assertThat(table.asked).isEmpty();
        assertThat(epoch(again, 3, "16 3")).isEqualTo(epoch(first, 3, "16 3"));
    }

    @Test
    void anEpochThatFailedHalfWayAsksForTheRestAlone() {
        table.put(1, "a");
        table.put(2, "b");
        log.epoch = 1;
        LookupJoinOperator failing = operator(false, 0);
        failing.process(0, TextRows.batch(LEFT, List.of(TextRows.row(LEFT, "10 1")), false), out -> {});
        table.down = true;
        Batch rest = TextRows.batch(LEFT, List.of(TextRows.row(LEFT, "11 2")), false);
        assertThatThrownBy(() -> failing.process(0, rest, out -> {})).isInstanceOf(UncheckedIOException.class);
        table.down = false;
        table.put(1, "changed");
        table.asked.clear();
        assertThat(epoch(operator(false, 0), 1, "10 1\n11 2")).isEqualTo(Map.of("10 1 1 a", 1, "11 2 2 b", 1));
        assertThat(table.asked).containsExactly(List.of(2L));
    }
}
