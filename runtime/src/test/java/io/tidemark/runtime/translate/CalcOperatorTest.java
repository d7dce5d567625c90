package io.tidemark.runtime.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.calc.CalcOperator;
import io.tidemark.runtime.calc.CompiledCalc;
import io.tidemark.runtime.calc.EpochClock;
import io.tidemark.runtime.calc.RowSelection;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rex.RexNode;
import org.junit.jupiter.api.Test;

class CalcOperatorTest {

    private final ExpressionTable table = ExpressionTable.of("a INT, b INT, s VARCHAR");
    private final List<String> errors = new ArrayList<>();

    private CompiledCalc compile(String condition, String selectList) {
        Optional<RexNode> filter = condition.isEmpty()
                ? Optional.empty()
                : Optional.of(table.sql().parse(condition).get(0));
        return table.compile(filter, table.sql().parse(selectList));
    }

    private Batch batch(int rows, String s) {
        BatchBuilder builder = new BatchBuilder(table.schema());
        for (int i = 0; i < rows; i++) {
            builder.column(0).setLong(i);
            builder.column(1).setLong(i % 4);
            builder.column(2).setString(s + i);
            builder.endRow();
        }
        return builder.build();
    }

    private List<String> run(CompiledCalc calc, Batch batch) {
        CalcOperator operator = new CalcOperator(
                calc.programs().create(new EpochClock()),
                new RowSelection(
                        (failed, position, reason) -> errors.add(position + " " + reason.render()),
                        SourcePosition.at(3, 7)));
        List<String> rows = new ArrayList<>();
        operator.process(0, batch, out -> {
            for (int i = 0; i < out.selectedCount(); i++) {
                int row = out.position(i);
                rows.add(out.columns().stream()
                                .map(column -> RowText.read(column, row))
                                .collect(Collectors.joining(" "))
                        + (out.weights == null ? "" : " x" + out.weight(row)));
            }
        });
        return rows;
    }

    @Test
    void keepsPositionsAndWeightsOfTheRowsThatPass() {
        Batch batch = batch(6, "s").withWeights(new int[] {1, -1, 2, -2, 3, -3});
        assertThat(run(compile("a > 1 AND b < 3", "a + 1, s"), batch))
                .containsExactly("3 s2 x2", "5 s4 x3", "6 s5 x-3");
        assertThat(errors).isEmpty();
    }

    @Test
    void columnsThatTheConditionComputesAreTheSameWithAndWithoutNulls() {
        CompiledCalc calc = compile("a * 2 > 2 AND a * 0.5 < 3 AND 10 / b > 2", "a * 2, a * 0.5, 10 / b, a * 2 > 2");
        assertThat(run(calc, batch(8, "s"))).containsExactly("4 1.0 5 true", "6 1.5 3 true", "10 2.5 10 true");
        assertThat(errors).hasSize(1);
        BatchBuilder builder = new BatchBuilder(table.schema());
        for (int i = 0; i < 4; i++) {
            if (i == 2) {
                builder.column(0).setNull();
            } else {
                builder.column(0).setLong(i);
            }
            builder.column(1).setLong(2);
            builder.column(2).setNull();
            builder.endRow();
        }
        assertThat(run(calc, builder.build())).containsExactly("6 1.5 5 true");
        assertThat(run(calc, batch(8, "s"))).hasSize(3);
    }

    @Test
    void passesColumnsThroughWithoutCopying() {
        Batch batch = batch(3, "s");
        List<Batch> given = new ArrayList<>();
        new CalcOperator(
                        compile("", "s, a").programs().create(new EpochClock()),
                        new RowSelection((failed, position, reason) -> {}, null))
                .process(0, batch, given::add);
        assertThat(given.get(0).column(0)).isSameAs(batch.column(2));
        assertThat(given.get(0).column(1)).isSameAs(batch.column(0));
    }

    @Test
    void leavesOutRowsThatFailInAnyColumnAndReportsEachOnce() {
        List<String> rows = run(compile("", "a, 10 / b, 100 / (b - 1), a + 1"), batch(8, "s"));
        assertThat(rows).containsExactly("2 5 100 3", "3 3 50 4", "6 5 100 7", "7 3 50 8");
        assertThat(errors)
                .containsExactly(
                        "0 10 is divided by zero at line 1, column 11",
                        "4 10 is divided by zero at line 1, column 11",
                        "1 100 is divided by zero at line 1, column 19",
                        "5 100 is divided by zero at line 1, column 19");
    }

    @Test
    void leavesOutRowsWhoseConditionFails() {
        assertThat(run(compile("10 / b > 4", "a"), batch(8, "s"))).containsExactly("1", "2", "5", "6");
        assertThat(errors).hasSize(2).allMatch(error -> error.contains("divided by zero"));
    }

    @Test
    void goesOnAfterEveryRowOfAFullBatchHasFailed() {
        assertThat(run(compile("", "1 / (b - b)"), batch(Batch.MAX_ROWS, "s"))).isEmpty();
        assertThat(errors).hasSize(Batch.MAX_ROWS);
    }

    @Test
    void rowsNotSelectedAreNeverEvaluated() {
        Batch batch = batch(8, "s").withSelection(new int[] {1, 3, 6}, 3);
        assertThat(run(compile("", "10 / b"), batch)).containsExactly("10", "3", "5");
        assertThat(errors).isEmpty();
    }

    @Test
    void expressionsTooBigForOneMethodAreSplit() {
        String sum =
                IntStream.range(0, 200).mapToObj(i -> "(a + " + i + ") * 2").collect(Collectors.joining(" + "));
        CompiledCalc calc = compile("", "CAST(a AS BIGINT), " + sum.replace("(a", "(CAST(a AS BIGINT)"));
        assertThat(run(calc, batch(3, "s"))).containsExactly("0 39800", "1 40200", "2 40600");
        assertThat(calc.source()).contains("private long e");
    }

    @Test
    void veryLongChoicesAndConjunctionsAreSplit() {
        String choice = IntStream.range(0, 500)
                .mapToObj(i -> "WHEN a + b = " + (i * 2) + " THEN s || '" + i + "'")
                .collect(Collectors.joining(" ", "CASE ", " ELSE 'none' END"));
        String all = IntStream.range(0, 300)
                .mapToObj(i -> "MOD(a, " + (i + 1000) + ") <> " + (i + 2))
                .collect(Collectors.joining(" AND "));
        List<String> rows = run(compile(all, "a, " + choice), batch(700, "s"));
        assertThat(rows).startsWith("0 s00", "1 s11");
        assertThat(rows).doesNotContain("2 s22");
        assertThat(rows).hasSizeGreaterThan(100);
        assertThat(errors).isEmpty();
    }

    @Test
    void theSourceSaysWhichCallsAreSlow() {
        assertThat(compile("", "s LIKE 'a' ESCAPE s").source()).contains("// slow: LIKE");
        assertThat(compile("", "s LIKE 'a' ESCAPE s").slow()).isTrue();
        assertThat(compile("", "UPPER(s)").slow()).isFalse();
    }
}
