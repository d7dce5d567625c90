package io.tidemark.runtime.operator;

import static io.tidemark.runtime.testing.OperatorScript.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SortOperatorTest {

    private static final Schema SCHEMA = TextRows.schema("k INT, v VARCHAR, x DOUBLE, w DECIMAL(30,0)");

    private static OperatorScript script(long offset, long fetch, SortSpec.Key... keys) {
        SortSpec spec = new SortSpec(SCHEMA, List.of(keys), offset, fetch, true);
        return given(SCHEMA, SCHEMA, handlers -> new SortOperator(spec)).inOrder();
    }

    @Test
    void rowsComeInTheOrderAskedForAndTiesInThatOfTheWholeRow() {
        script(0, -1, new SortSpec.Key(0, true, false), new SortSpec.Key(1, false, true))
                .step(
                        "1 b 0 0",
                        "2 a 1 0",
                        "2 . 0 0",
                        "2 a -1 5",
                        "2 a -1 -5",
                        ". z 0 0",
                        "1 '' NaN 0",
                        "1 ü 0 0",
                        "1 bb 0 0")
                .expect(
                        "2 . 0.0 0",
                        "2 a -1.0 -5",
                        "2 a -1.0 5",
                        "2 a 1.0 0",
                        "1 '' NaN 0",
                        "1 b 0.0 0",
                        "1 bb 0.0 0",
                        "1 ü 0.0 0",
                        ". z 0.0 0")
                .run();
    }

    @Test
    void offsetAndFetchCountWeights() {
        script(1, 3, new SortSpec.Key(0, false, false))
                .step("1 a 0 0 +3", "2 b 0 0 +5", "0 z 0 0", "0 z 0 0 -1")
                .expect("1 a 0.0 0 +2", "2 b 0.0 0")
                .run();
        script(0, 0, new SortSpec.Key(0, false, false)).step("1 a 0 0").expect().run();
    }

    @Test
    void aRowTakenBackTooOftenIsADefect() {
        assertThatThrownBy(() -> script(0, -1).step("1 a 0 0 -1").run()).hasMessageContaining("weight -1");
    }

    @Test
    void aSmallFetchHoldsFewRowsAndFindsTheSame() {
        Schema schema = TextRows.schema("k INT, id INT");
        Random random = new Random(3);
        SortSpec spec = new SortSpec(schema, List.of(new SortSpec.Key(0, true, false)), 10, 90, false);
        SortOperator operator = new SortOperator(spec);
        List<int[]> rows = new ArrayList<>();
        List<Batch> out = new ArrayList<>();
        for (int batch = 0; batch < 40; batch++) {
            List<TextRows.Row> added = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                int[] row = {random.nextInt(500), rows.size()};
                rows.add(row);
                added.add(TextRows.row(schema, row[0] + " " + row[1]));
            }
            operator.process(0, TextRows.batch(schema, added, false), out::add);
        }
        operator.endEpoch(new Epoch(1, 0), Long.MAX_VALUE, out::add);
        List<String> lines = new ArrayList<>();
        OperatorScript.sum(out, schema, lines);
        Comparator<int[]> order =
                Comparator.comparingInt((int[] row) -> -row[0]).thenComparingInt(row -> row[1]);
        assertThat(lines)
                .containsExactlyElementsOf(rows.stream()
                        .sorted(order)
                        .skip(10)
                        .limit(90)
                        .map(row -> row[0] + " " + row[1] + " 1")
                        .toList());
    }
}
