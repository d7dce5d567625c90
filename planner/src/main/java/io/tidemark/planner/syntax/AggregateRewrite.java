package io.tidemark.planner.syntax;

import io.tidemark.planner.function.AggregateFunctions;
import io.tidemark.planner.function.JsonAggregate;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlJsonConstructorNullClause;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlJsonArrayAggAggFunction;
import org.apache.calcite.sql.fun.SqlJsonObjectAggAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Writes aggregate functions that are another spelling of one of the dialect as that one.
 *
 * <p>Before: {@code STRING_AGG(x, ',' ORDER BY y)}, {@code ARRAY_AGG(x ORDER BY y)}, {@code MEDIAN(x)}, {@code FIRST_VALUE(x) WITHIN GROUP (ORDER BY y)},
 * percentiles, COLLECT, JSON_ARRAYAGG and JSON_OBJECTAGG as the parser knows them. After: {@code LISTAGG(x, ',') WITHIN GROUP (ORDER BY y)}, {@code ARRAY_AGG(x) WITHIN GROUP (ORDER BY y)}, {@code PERCENTILE_CONT(0.5) WITHIN GROUP
 * (ORDER BY x)}, the dialect's own functions of the same names.
 */
public final class AggregateRewrite extends SqlShuttle {

    private static final Set<SqlKind> ORDERINGS =
            EnumSet.of(SqlKind.DESCENDING, SqlKind.NULLS_FIRST, SqlKind.NULLS_LAST);

    /** The functions that an order stands behind. */
    private final Set<SqlNode> ordered = Collections.newSetFromMap(new IdentityHashMap<>());

    private AggregateRewrite() {}

    /** The tree with the dialect's own functions. <b>Errors</b>: VALIDATION for a percentile without its order. */
    public static SqlNode rewrite(SqlNode tree) {
        return Objects.requireNonNull(tree.accept(new AggregateRewrite()));
    }

    @Override
    public @Nullable SqlNode visit(SqlCall written) {
        if (written.getKind() == SqlKind.WITHIN_GROUP) {
            ordered.add(written.operand(0));
        }
        SqlNode visited = super.visit(written);
        if (!(visited instanceof SqlCall call)) {
            return visited;
        }
        if (call.getOperator() instanceof SqlJsonArrayAggAggFunction json) {
            return called(JsonAggregate.array(keepsNulls(json.getNullClause())), call, call.getOperandList());
        }
        if (call.getOperator() instanceof SqlJsonObjectAggAggFunction json) {
            return called(JsonAggregate.object(keepsNulls(json.getNullClause())), call, call.getOperandList());
        }
        if (call.getKind() == SqlKind.WITHIN_GROUP && call.operand(0) instanceof SqlCall inner) {
            return switch (name(inner)) {
                case "FIRST_VALUE" ->
                    within(called(AggregateFunctions.FIRST_VALUE, inner, inner.getOperandList()), call.operand(1));
                case "LAST_VALUE" ->
                    within(called(AggregateFunctions.LAST_VALUE, inner, inner.getOperandList()), call.operand(1));
                case "PERCENTILE_DISC" -> discrete(call, inner);
                default -> call;
            };
        }
        return switch (name(call)) {
            case "STRING_AGG", "LISTAGG" -> listed(AggregateFunctions.LISTAGG, call);
            case "ARRAY_AGG" -> listed(AggregateFunctions.ARRAY_AGG, call);
            case "COLLECT" -> called(AggregateFunctions.COLLECT, call, call.getOperandList());
            case "PERCENTILE_CONT" -> percentile(AggregateFunctions.PERCENTILE_CONT, written, call);
            case "PERCENTILE_DISC" -> percentile(AggregateFunctions.PERCENTILE_DISC, written, call);
            case "MEDIAN" -> call.operandCount() == 1 ? median(call) : call;
            default -> call;
        };
    }

    private static String name(SqlCall call) {
        return call.getOperator().getName().toUpperCase(Locale.ROOT);
    }

    private static boolean keepsNulls(SqlJsonConstructorNullClause clause) {
        return clause == SqlJsonConstructorNullClause.NULL_ON_NULL;
    }

    private static SqlNode listed(SqlOperator function, SqlCall call) {
        List<SqlNode> operands = call.getOperandList();
        SqlNode last = operands.isEmpty() ? call : operands.get(operands.size() - 1);
        if (last instanceof SqlNodeList order) {
            List<SqlNode> rest = operands.subList(0, operands.size() - 1);
            return within(called(function, call, rest), order);
        }
        return called(function, call, operands);
    }

    private SqlNode percentile(SqlOperator function, SqlCall written, SqlCall call) {
        if (call.operandCount() == 1 && !ordered.contains(written)) {
            CodedException error = CodedException.validation(function.getName() + " needs WITHIN GROUP (ORDER BY …)");
            throw Positions.of(call).map(error::at).orElse(error);
        }
        return called(function, call, call.getOperandList());
    }

    private static SqlNode discrete(SqlCall call, SqlCall inner) {
        if (!(call.operand(1) instanceof SqlNodeList order) || order.size() != 1) {
            return call;
        }
        SqlNode by = order.get(0);
        while (by instanceof SqlCall ordering && ORDERINGS.contains(ordering.getKind())) {
            by = ordering.operand(0);
        }
        return within(called(AggregateFunctions.percentileDisc(by), inner, inner.getOperandList()), order);
    }

    private static SqlNode median(SqlCall call) {
        SqlParserPos place = call.getParserPosition();
        SqlNode half = SqlLiteral.createExactNumeric("0.5", place);
        SqlNode percentile = AggregateFunctions.PERCENTILE_CONT.createCall(call.getFunctionQuantifier(), place, half);
        return within(percentile, SqlNodeList.of(call.operand(0)));
    }

    private static SqlNode within(SqlNode function, SqlNode order) {
        return SqlStdOperatorTable.WITHIN_GROUP.createCall(function.getParserPosition(), function, order);
    }

    private static SqlNode called(SqlOperator function, SqlCall call, List<SqlNode> operands) {
        return function.createCall(
                call.getFunctionQuantifier(), call.getParserPosition(), operands.toArray(new SqlNode[0]));
    }
}
