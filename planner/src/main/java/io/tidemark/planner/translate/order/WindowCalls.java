package io.tidemark.planner.translate.order;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeFamily;

/** The calls with OVER in expressions. */
public final class WindowCalls {
    private WindowCalls() {}

    /** The different ones in some expressions, in the order in which they stand there. */
    public static Set<RexOver> in(List<? extends RexNode> expressions) {
        Set<RexOver> found = new LinkedHashSet<>();
        RexVisitorImpl<Void> finder = new RexVisitorImpl<>(true) {
            @Override
            public Void visitOver(RexOver over) {
                found.add(over);
                return null;
            }
        };
        expressions.forEach(expression -> expression.accept(finder));
        return found;
    }

    /** The operands of a call that have to be columns of its input: all but the numbers that say how far it looks, and a default that is NULL. */
    static List<RexNode> columns(RexOver call, RexBuilder builder) {
        List<RexNode> operands = call.getOperands();
        return switch (call.getKind()) {
            case NTILE -> List.of();
            case NTH_VALUE -> operands.subList(0, 1);
            case LAG, LEAD -> {
                List<RexNode> columns = new ArrayList<>(operands.subList(0, 1));
                otherwise(call, builder).ifPresent(columns::add);
                yield columns;
            }
            default -> operands;
        };
    }

    /** What LAG or LEAD give where there is no row, in the result's type, if it isn't NULL. */
    public static Optional<RexNode> otherwise(RexOver call, RexBuilder builder) {
        List<RexNode> operands = call.getOperands();
        if (operands.size() < 3 || RexUtil.isNullLiteral(operands.get(2), true)) {
            return Optional.empty();
        }
        RexNode given = operands.get(2);
        RelDataType type = builder.getTypeFactory()
                .createTypeWithNullability(call.getType(), given.getType().isNullable());
        return Optional.of(builder.ensureType(type, given, true));
    }

    /** The number at an operand, or the default where there is none; empty if it is no whole number that is known before the query runs. */
    public static Optional<Long> number(RexOver call, int operand, long absent) {
        if (operand >= call.getOperands().size()) {
            return Optional.of(absent);
        }
        RexNode node = call.getOperands().get(operand);
        while (node.getKind() == SqlKind.CAST) {
            node = ((RexCall) node).getOperands().get(0);
        }
        boolean negative = node.getKind() == SqlKind.MINUS_PREFIX;
        RexNode digits = negative ? ((RexCall) node).getOperands().get(0) : node;
        if (!(digits instanceof RexLiteral literal) || !SqlTypeFamily.NUMERIC.contains(literal.getType())) {
            return Optional.empty();
        }
        BigDecimal value = literal.getValueAs(BigDecimal.class);
        return Optional.ofNullable(value)
                .filter(number -> number.stripTrailingZeros().scale() <= 0
                        && number.abs().compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0)
                .map(number -> negative ? -number.longValueExact() : number.longValueExact());
    }
}
