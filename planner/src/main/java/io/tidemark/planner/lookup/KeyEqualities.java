package io.tidemark.planner.lookup;

import com.google.common.collect.Range;
import io.tidemark.planner.validate.SafeExpressions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Sarg;

/**
 * The parts of a condition that let through only rows with given values in a column: {@code c = v}, {@code c IN (v, …)} and {@code c = v OR c =
 * w}, where values are literals or parameters.
 *
 * <p>Left out are columns of approximate types, and values of another family of types than the column: whether they are equal is for the
 * expression's own code to say.
 */
final class KeyEqualities {

    private final RexBuilder builder;
    private final Map<Integer, Equality> byColumn = new LinkedHashMap<>();

    /**
     * One part.
     *
     * @param values what the column may be; a NULL among them lets nothing through
     * @param conjunct the part of the condition that says so, no more and no less
     */
    record Equality(List<RexNode> values, RexNode conjunct) {}

    private KeyEqualities(RexBuilder builder) {
        this.builder = builder;
    }

    /** The first such part for each column, by the column's index in the condition's input. */
    static Map<Integer, Equality> of(RexNode condition, RexBuilder builder) {
        KeyEqualities found = new KeyEqualities(builder);
        for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
            found.take(conjunct);
        }
        return found.byColumn;
    }

    private void take(RexNode conjunct) {
        if (conjunct instanceof RexCall call) {
            Optional<ColumnValues> values = switch (call.getKind()) {
                case EQUALS -> equality(call);
                case OR -> anyOf(call);
                case SEARCH -> search(call);
                default -> Optional.empty();
            };
            values.ifPresent(
                    found -> byColumn.putIfAbsent(found.column(), new Equality(List.copyOf(found.values()), conjunct)));
        }
    }

    private record ColumnValues(int column, List<RexNode> values) {}

    private static Optional<ColumnValues> equality(RexCall call) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        Optional<ColumnValues> found = equality(left, right);
        return found.isPresent() ? found : equality(right, left);
    }

    private static Optional<ColumnValues> equality(RexNode column, RexNode value) {
        return isValue(value)
                ? column(column)
                        .filter(ref -> areAlike(ref.getType(), value.getType()))
                        .map(ref -> new ColumnValues(ref.getIndex(), List.of(value)))
                : Optional.empty();
    }

    private static boolean isValue(RexNode node) {
        return node instanceof RexLiteral || node instanceof RexDynamicParam;
    }

    /** The column that an expression tells the values of apart. */
    private static Optional<RexInputRef> column(RexNode written) {
        RexNode node = written;
        while (SafeExpressions.isDistinctCast(node)) {
            node = ((RexCall) node).getOperands().get(0);
        }
        return node instanceof RexInputRef ref ? Optional.of(ref) : Optional.empty();
    }

    private static boolean areAlike(RelDataType column, RelDataType value) {
        if (SqlTypeUtil.isExactNumeric(column)) {
            return SqlTypeUtil.isExactNumeric(value);
        }
        if (SqlTypeUtil.inCharFamily(column)) {
            return SqlTypeUtil.inCharFamily(value);
        }
        if (SqlTypeUtil.isBinary(column)) {
            return SqlTypeUtil.isBinary(value);
        }
        return switch (column.getSqlTypeName()) {
            case BOOLEAN, DATE, TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                column.getSqlTypeName() == value.getSqlTypeName();
            default -> false;
        };
    }

    private static Optional<ColumnValues> anyOf(RexCall or) {
        List<RexNode> values = new ArrayList<>();
        int column = -1;
        for (RexNode operand : or.getOperands()) {
            Optional<ColumnValues> found =
                    operand.getKind() == SqlKind.EQUALS ? equality((RexCall) operand) : Optional.empty();
            if (found.isEmpty() || (column >= 0 && found.get().column() != column)) {
                return Optional.empty();
            }
            column = found.get().column();
            values.addAll(found.get().values());
        }
        return Optional.of(new ColumnValues(column, values));
    }

    private Optional<ColumnValues> search(RexCall call) {
        RexLiteral literal = (RexLiteral) call.getOperands().get(1);
        Sarg<?> sarg = literal.getValueAs(Sarg.class);
        Optional<RexInputRef> column = column(call.getOperands().get(0));
        if (sarg == null
                || !sarg.isPoints()
                || sarg.nullAs == RexUnknownAs.TRUE
                || column.isEmpty()
                || !areAlike(column.get().getType(), literal.getType())) {
            return Optional.empty();
        }
        List<RexNode> values = new ArrayList<>();
        for (Object range : sarg.rangeSet.asRanges()) {
            Comparable<?> point = ((Range<?>) range).lowerEndpoint();
            values.add(builder.makeLiteral(point, literal.getType(), true, false));
        }
        return Optional.of(new ColumnValues(column.get().getIndex(), values));
    }
}
