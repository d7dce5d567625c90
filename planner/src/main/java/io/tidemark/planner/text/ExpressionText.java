package io.tidemark.planner.text;

import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.type.DialectTypeFactory;
import io.tidemark.planner.type.TypeNames;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;

/** Row expressions as people write them, with the names of their columns. For reading, not for parsing. */
public final class ExpressionText {
    private static final Set<SqlKind> TIME_UNIT_CALLS = Set.of(SqlKind.FLOOR, SqlKind.CEIL);
    private static final long MICROS_PER_MILLI = 1_000;

    private final List<String> columns;

    private ExpressionText(List<String> columns) {
        this.columns = columns;
    }

    /** The text of an expression over the columns of a row type. */
    public static String of(RexNode expression, RelDataType input) {
        return of(expression, input.getFieldNames());
    }

    /** The text of an expression over columns with the given names. */
    public static String of(RexNode expression, List<String> columns) {
        return new ExpressionText(columns).text(expression);
    }

    private String text(RexNode node) {
        if (node instanceof RexInputRef ref) {
            return columns.get(ref.getIndex());
        }
        if (node instanceof RexLiteral literal) {
            return literal(literal);
        }
        if (node instanceof RexDynamicParam parameter) {
            return "?" + (parameter.getIndex() + 1);
        }
        return node instanceof RexCall call ? call(call) : node.toString();
    }

    private String call(RexCall call) {
        List<RexNode> operands = call.getOperands();
        return switch (call.getKind()) {
            case CAST -> "CAST(" + text(operands.get(0)) + " AS " + TypeNames.of(call.getType()) + ")";
            case CASE -> cases(operands);
            case SEARCH -> text(RexUtil.expandSearch(new RexBuilder(new DialectTypeFactory()), null, call));
            case NOT -> "NOT " + operand(operands.get(0));
            case MINUS_PREFIX -> "-" + operand(operands.get(0));
            case EXTRACT -> "EXTRACT(" + text(operands.get(0)) + " FROM " + text(operands.get(1)) + ")";
            default -> other(call, operands);
        };
    }

    private String other(RexCall call, List<RexNode> operands) {
        SqlSyntax syntax = call.getOperator().getSyntax();
        String name = call.getOperator().getName();
        if (DialectOperators.ASSIGN.equals(call.getOperator())) {
            return name + "(" + text(operands.get(0)) + " AS " + TypeNames.of(call.getType()) + ")";
        }
        if (syntax == SqlSyntax.BINARY || (call.getKind() == SqlKind.LIKE && operands.size() == 2)) {
            return operands.stream().map(this::operand).collect(Collectors.joining(" " + name + " "));
        }
        boolean addsTime = (call.getKind() == SqlKind.PLUS || call.getKind() == SqlKind.MINUS) && operands.size() == 2;
        if (addsTime) {
            return operand(operands.get(0))
                    + (call.getKind() == SqlKind.PLUS ? " + " : " - ")
                    + operand(operands.get(1));
        }
        if (syntax == SqlSyntax.POSTFIX) {
            return operand(operands.get(0)) + " " + name;
        }
        if (TIME_UNIT_CALLS.contains(call.getKind()) && operands.size() == 2) {
            return name + "(" + text(operands.get(0)) + " TO " + text(operands.get(1)) + ")";
        }
        if (operands.isEmpty() && syntax == SqlSyntax.FUNCTION_ID) {
            return name;
        }
        return name + operands.stream().map(this::text).collect(Collectors.joining(", ", "(", ")"));
    }

    /** An operand of an operator, in parentheses if it is one itself. */
    private String operand(RexNode node) {
        boolean compound = node instanceof RexCall call
                && (call.getOperator().getSyntax() == SqlSyntax.BINARY
                        || call.getOperator().getSyntax() == SqlSyntax.POSTFIX
                        || call.getKind() == SqlKind.PLUS
                        || call.getKind() == SqlKind.MINUS
                        || call.getKind() == SqlKind.SEARCH);
        return compound ? "(" + text(node) + ")" : text(node);
    }

    private String cases(List<RexNode> operands) {
        StringBuilder text = new StringBuilder("CASE");
        for (int i = 0; i + 1 < operands.size(); i += 2) {
            text.append(" WHEN ").append(text(operands.get(i))).append(" THEN ").append(text(operands.get(i + 1)));
        }
        return text.append(" ELSE ")
                .append(text(operands.get(operands.size() - 1)))
                .append(" END")
                .toString();
    }

    /** A literal as SQL. */
    public static String literal(RexLiteral literal) {
        if (literal.isNull()) {
            return "NULL";
        }
        SqlTypeName type = literal.getType().getSqlTypeName();
        if (SqlTypeName.DAY_INTERVAL_TYPES.contains(type)) {
            BigDecimal millis = Objects.requireNonNull(literal.getValueAs(BigDecimal.class));
            return "INTERVAL '"
                    + DurationText.of(millis.multiply(BigDecimal.valueOf(MICROS_PER_MILLI))
                            .longValue())
                    + "'";
        }
        if (SqlTypeName.YEAR_INTERVAL_TYPES.contains(type)) {
            return "INTERVAL '" + literal.getValue() + " months'";
        }
        return switch (literal.getTypeName()) {
            case CHAR ->
                "'" + Objects.requireNonNull(literal.getValueAs(String.class)).replace("'", "''") + "'";
            case BINARY -> "X'" + literal.getValue() + "'";
            case SYMBOL -> symbol(literal);
            case DATE -> "DATE '" + literal.getValueAs(DateString.class) + "'";
            case TIME -> "TIME '" + literal.getValueAs(TimeString.class) + "'";
            case TIMESTAMP -> "TIMESTAMP '" + literal.getValueAs(TimestampString.class) + "'";
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                "TIMESTAMP_LTZ '" + literal.getValueAs(TimestampString.class) + " UTC'";
            case BOOLEAN -> String.valueOf(literal.getValue()).toUpperCase(Locale.ROOT);
            default -> String.valueOf(literal.getValue());
        };
    }

    private static String symbol(RexLiteral literal) {
        return literal.getValue() instanceof TimeUnitRange unit ? unit.name() : String.valueOf(literal.getValue());
    }
}
