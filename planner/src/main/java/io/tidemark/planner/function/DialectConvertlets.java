package io.tidemark.planner.function;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/** Calcite's conversions of calls, but for an average with OVER: it stays one, instead of a sum divided by a count, which rounds otherwise. */
public final class DialectConvertlets implements SqlRexConvertletTable {
    /** The table. */
    public static final DialectConvertlets INSTANCE = new DialectConvertlets();

    private DialectConvertlets() {}

    @Override
    public @Nullable SqlRexConvertlet get(SqlCall call) {
        return call.getKind() == SqlKind.AVG ? DialectConvertlets::average : StandardConvertletTable.INSTANCE.get(call);
    }

    private static RexNode average(SqlRexContext context, SqlCall call) {
        RelDataType type = context.getValidator().getValidatedNodeType(call);
        return context.getRexBuilder()
                .makeCall(
                        call.getParserPosition(),
                        type,
                        call.getOperator(),
                        call.getOperandList().stream()
                                .map(context::convertExpression)
                                .toList());
    }
}
