package io.tidemark.planner.syntax;

import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Writes functions that are another spelling of a standard one as that one.
 *
 * <p>Before: {@code NOW()}, {@code PROCTIME()}, {@code DATE_TRUNC('day', x)}, {@code DATE_PART('day', x)}. After: {@code
 * CURRENT_TIMESTAMP} twice, {@code FLOOR(x TO DAY)}, {@code EXTRACT(DAY FROM x)}.
 */
public final class FunctionRewrite extends SqlShuttle {
    private static final Map<String, TimeUnit> UNITS = Map.ofEntries(
            Map.entry("MILLISECOND", TimeUnit.MILLISECOND),
            Map.entry("MILLISECONDS", TimeUnit.MILLISECOND),
            Map.entry("SECOND", TimeUnit.SECOND),
            Map.entry("MINUTE", TimeUnit.MINUTE),
            Map.entry("HOUR", TimeUnit.HOUR),
            Map.entry("DAY", TimeUnit.DAY),
            Map.entry("MONTH", TimeUnit.MONTH),
            Map.entry("QUARTER", TimeUnit.QUARTER),
            Map.entry("YEAR", TimeUnit.YEAR));

    private FunctionRewrite() {}

    /** The tree with the standard functions. <b>Errors</b>: UNSUPPORTED for units without a fixed beginning. */
    public static SqlNode rewrite(SqlNode tree) {
        return Objects.requireNonNull(tree.accept(new FunctionRewrite()));
    }

    @Override
    public @Nullable SqlNode visit(SqlCall written) {
        SqlNode visited = super.visit(written);
        if (!(visited instanceof SqlCall call)) {
            return visited;
        }
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        if ((name.equals("NOW") || name.equals("PROCTIME")) && call.operandCount() == 0) {
            return SqlStdOperatorTable.CURRENT_TIMESTAMP.createCall(call.getParserPosition());
        }
        if (call.operandCount() != 2 || !(call.operand(0) instanceof SqlCharStringLiteral unit)) {
            return call;
        }
        return switch (name) {
            case "DATE_TRUNC" ->
                SqlStdOperatorTable.FLOOR.createCall(call.getParserPosition(), call.operand(1), qualifier(name, unit));
            case "DATE_PART" ->
                SqlStdOperatorTable.EXTRACT.createCall(
                        call.getParserPosition(), qualifier(name, unit), call.operand(1));
            default -> call;
        };
    }

    private static SqlIntervalQualifier qualifier(String function, SqlCharStringLiteral text) {
        String name = text.getValueAs(String.class);
        TimeUnit unit = UNITS.get(name.toUpperCase(Locale.ROOT));
        if (unit == null) {
            CodedException error = CodedException.unsupported(function + " of '" + name + "'");
            throw Positions.of(text).map(error::at).orElse(error);
        }
        return new SqlIntervalQualifier(unit, null, text.getParserPosition());
    }
}
