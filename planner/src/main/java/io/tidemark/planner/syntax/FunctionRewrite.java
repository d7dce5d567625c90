package io.tidemark.planner.syntax;

import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.function.ScalarFunctions;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.ast.expression.InfixFunction;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLambda;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Writes functions that are another spelling of a standard one as that one.
 *
 * <p>Before: {@code NOW()}, {@code PROCTIME()}, {@code DATE_TRUNC('day', x)}, {@code DATE_PART('day', x)}, {@code IF(c, a, b)}, {@code NVL(a, b)}, {@code
 * FROM_UNIXTIME(n)}. After: {@code CURRENT_TIMESTAMP} twice, {@code FLOOR(x TO DAY)}, {@code EXTRACT(DAY FROM x)}, {@code CASE WHEN c THEN a ELSE b
 * END}, {@code COALESCE(a, b)}, {@code CAST(CAST(TO_TIMESTAMP_LTZ(n, 0) AS TIMESTAMP(0)) AS VARCHAR)}.
 */
public final class FunctionRewrite extends SqlShuttle {
    private static final int MICROS = 6;

    private static final Map<String, TimeUnit> UNITS = Map.ofEntries(
            Map.entry("MICROSECOND", TimeUnit.MICROSECOND),
            Map.entry("MICROSECONDS", TimeUnit.MICROSECOND),
            Map.entry("MILLISECOND", TimeUnit.MILLISECOND),
            Map.entry("MILLISECONDS", TimeUnit.MILLISECOND),
            Map.entry("SECOND", TimeUnit.SECOND),
            Map.entry("MINUTE", TimeUnit.MINUTE),
            Map.entry("HOUR", TimeUnit.HOUR),
            Map.entry("DAY", TimeUnit.DAY),
            Map.entry("MONTH", TimeUnit.MONTH),
            Map.entry("QUARTER", TimeUnit.QUARTER),
            Map.entry("YEAR", TimeUnit.YEAR),
            Map.entry("DECADE", TimeUnit.DECADE),
            Map.entry("CENTURY", TimeUnit.CENTURY),
            Map.entry("MILLENNIUM", TimeUnit.MILLENNIUM));

    /** Fields of a time that are no units. */
    private static final Map<String, TimeUnit> FIELDS = Map.of(
            "WEEK", TimeUnit.WEEK,
            "DOY", TimeUnit.DOY,
            "ISODOW", TimeUnit.ISODOW,
            "ISOYEAR", TimeUnit.ISOYEAR,
            "EPOCH", TimeUnit.EPOCH);

    private FunctionRewrite() {}

    /** The tree with the standard functions. <b>Errors</b>: UNSUPPORTED for units without a fixed beginning. */
    public static SqlNode rewrite(SqlNode tree) {
        return Objects.requireNonNull(tree.accept(new FunctionRewrite()));
    }

    @Override
    public @Nullable SqlNode visit(SqlCall written) {
        SqlNode visited = written instanceof SqlLambda lambda
                ? InfixFunction.member(lambda).accept(this)
                : super.visit(written);
        if (!(visited instanceof SqlCall call) || isQualified(call.getOperator())) {
            return visited;
        }
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        SqlParserPos place = call.getParserPosition();
        List<SqlNode> operands = call.getOperandList();
        return switch (name + "/" + operands.size()) {
            case "NOW/0", "PROCTIME/0" -> SqlStdOperatorTable.CURRENT_TIMESTAMP.createCall(place);
            case "IF/3" ->
                new SqlCase(
                        place, null, SqlNodeList.of(operands.get(0)), SqlNodeList.of(operands.get(1)), operands.get(2));
            case "IFNULL/2", "NVL/2" -> SqlStdOperatorTable.COALESCE.createCall(place, operands);
            case "TRUNC/1", "TRUNC/2" -> SqlStdOperatorTable.TRUNCATE.createCall(place, operands);
            case "POW/2" -> SqlStdOperatorTable.POWER.createCall(place, operands);
            case "UNIX_TIMESTAMP/0" -> epoch(SqlStdOperatorTable.CURRENT_TIMESTAMP.createCall(place), place);
            case "UNIX_TIMESTAMP/1" ->
                epoch(cast(operands.get(0), SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, MICROS, place), place);
            case "FROM_UNIXTIME/1" -> fromUnixTime(operands.get(0), place);
            case "DATE_TRUNC/2", "DATE_PART/2" ->
                operands.get(0) instanceof SqlCharStringLiteral unit ? ofUnit(name, call, unit) : call;
            default -> call;
        };
    }

    /** Whether a schema stands before the name: the dialect's own functions are in none. */
    static boolean isQualified(SqlOperator operator) {
        SqlIdentifier name = operator instanceof SqlFunction function ? function.getSqlIdentifier() : null;
        return name != null && !name.isSimple();
    }

    private static SqlNode epoch(SqlNode time, SqlParserPos place) {
        SqlIntervalQualifier unit = new SqlIntervalQualifier(TimeUnit.EPOCH, null, place);
        return SqlStdOperatorTable.EXTRACT.createCall(place, unit, time);
    }

    private static SqlNode fromUnixTime(SqlNode seconds, SqlParserPos place) {
        SqlNode instant =
                DialectOperators.TO_TIMESTAMP_LTZ.createCall(place, seconds, SqlLiteral.createExactNumeric("0", place));
        SqlNode local = cast(instant, SqlTypeName.TIMESTAMP, 0, place);
        return cast(local, SqlTypeName.VARCHAR, -1, place);
    }

    private static SqlNode cast(SqlNode value, SqlTypeName type, int precision, SqlParserPos place) {
        SqlBasicTypeNameSpec name = new SqlBasicTypeNameSpec(type, precision, place);
        return SqlStdOperatorTable.CAST.createCall(place, value, new SqlDataTypeSpec(name, place));
    }

    private static SqlNode ofUnit(String name, SqlCall call, SqlCharStringLiteral unit) {
        SqlParserPos place = call.getParserPosition();
        SqlNode time = call.operand(1);
        if (name.equals("DATE_PART")) {
            return SqlStdOperatorTable.EXTRACT.createCall(place, qualifier(name, unit), time);
        }
        return unit.getValueAs(String.class).equalsIgnoreCase("WEEK")
                ? ScalarFunctions.WEEK_BEGINNING.createCall(place, time)
                : SqlStdOperatorTable.FLOOR.createCall(place, time, qualifier(name, unit));
    }

    private static SqlIntervalQualifier qualifier(String function, SqlCharStringLiteral text) {
        String name = text.getValueAs(String.class);
        String upper = name.toUpperCase(Locale.ROOT);
        TimeUnit unit = UNITS.get(upper);
        if (unit == null && function.equals("DATE_PART")) {
            unit = FIELDS.get(upper);
        }
        if (unit == null) {
            CodedException error = CodedException.unsupported(function + " of '" + name + "'");
            throw Positions.of(text).map(error::at).orElse(error);
        }
        return new SqlIntervalQualifier(unit, null, text.getParserPosition());
    }
}
