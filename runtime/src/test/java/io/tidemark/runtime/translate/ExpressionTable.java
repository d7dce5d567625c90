package io.tidemark.runtime.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.calc.CalcOperator;
import io.tidemark.runtime.calc.CompiledCalc;
import io.tidemark.runtime.calc.EpochClock;
import io.tidemark.runtime.calc.RowSelection;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.translate.code.ClassCache;
import io.tidemark.runtime.translate.expression.ExpressionCompiler;
import io.tidemark.runtime.translate.type.TypeMapper;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rex.RexNode;

/**
 * Checks expressions against tables of text: {@code expression | column=value, … | result}, where the result of a row that fails is its code.
 * Each case runs in batches with and without NULLs in other rows, at several positions, and with other rows not selected.
 */
final class ExpressionTable {

    static final LocalDateTime NOW = LocalDateTime.of(2024, 2, 29, 23, 30, 15, 123_456_000);
    static final long NOW_MICROS = LocalDateTime.of(1970, 1, 1, 0, 0).until(NOW, ChronoUnit.MICROS);
    private static final ClassCache CLASSES = new ClassCache();

    private final SqlExpressions sql;
    private final Schema schema;
    private final ZoneId zone;
    private final Map<String, CompiledCalc> compiled = new HashMap<>();

    ExpressionTable(String columns, ZoneId zone) {
        this.sql = new SqlExpressions(columns);
        this.schema = TypeMapper.schema(sql.rowType());
        this.zone = zone;
    }

    static ExpressionTable of(String columns) {
        return new ExpressionTable(columns, ZoneOffset.UTC);
    }

    /** Checks every line of a table. */
    void check(String table) {
        List<String> wrong = new ArrayList<>();
        for (String line : table.lines().filter(l -> !l.isBlank()).toList()) {
            String[] cells = Arrays.stream(line.split(" \\|(?= |$)", -1))
                    .map(String::strip)
                    .toArray(String[]::new);
            String[] row = row(cells[1]);
            String actual = run(cells[0], row);
            if (!actual.equals(cells[2])) {
                wrong.add(line.strip() + "  was  " + actual);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private String[] row(String cell) {
        String[] values = new String[schema.size()];
        Arrays.fill(values, ".");
        for (String part : cell.isEmpty() ? new String[0] : cell.split(", ")) {
            String[] sides = part.strip().split("=", 2);
            int index = schema.indexOf(sides[0]);
            assertThat(index).as(part).isNotNegative();
            values[index] = sides[1];
        }
        return values;
    }

    CompiledCalc compile(Optional<RexNode> condition, List<RexNode> projections) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < projections.size(); i++) {
            fields.add(new Field("x" + i, TypeMapper.dataType(projections.get(i).getType())));
        }
        return new ExpressionCompiler(CLASSES, zone, sql.types())
                .compile(schema, condition, projections, new Schema(fields));
    }

    SqlExpressions sql() {
        return sql;
    }

    Schema schema() {
        return schema;
    }

    /** The result of an expression for a row, the same in all surroundings. */
    String run(String expression, String[] row) {
        CompiledCalc calc;
        try {
            calc = compiled.computeIfAbsent(expression, text -> compile(Optional.empty(), sql.parse(text)));
        } catch (CodedException refused) {
            return refused.code().name();
        }
        String[] nulls = new String[row.length];
        Arrays.fill(nulls, ".");
        List<String> results = new ArrayList<>();
        results.add(result(calc, List.<String[]>of(row), 0, false));
        results.add(result(calc, List.of(row, row, row), 1, true));
        List<String[]> many = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            many.add(i == 65 ? row : nulls);
        }
        results.add(result(calc, many, 65, true));
        assertThat(results).as(expression + "\n" + calc.source()).allMatch(results.get(0)::equals);
        return results.get(0);
    }

    private String result(CompiledCalc calc, List<String[]> rows, int position, boolean selectOne) {
        BatchBuilder builder = new BatchBuilder(schema);
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                RowText.write(row[i], builder.column(i));
            }
            builder.endRow();
        }
        Batch batch = builder.build();
        if (selectOne) {
            batch = batch.withSelection(new int[] {position}, 1);
        }
        List<ErrorCode> errors = new ArrayList<>();
        List<String> values = new ArrayList<>();
        EpochClock clock = new EpochClock();
        clock.beginEpoch(new Epoch(1, NOW_MICROS));
        new CalcOperator(
                        calc.programs().create(clock),
                        new RowSelection((failed, at, reason) -> errors.add(reason.code()), null))
                .process(0, batch, out -> values.add(RowText.read(out.column(0), out.position(0))));
        return errors.isEmpty() ? String.join(" and ", values) : errors.get(0).name();
    }
}
