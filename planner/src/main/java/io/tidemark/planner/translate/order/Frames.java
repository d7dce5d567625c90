package io.tidemark.planner.translate.order;

import io.tidemark.planner.incremental.over.OverFrame;
import io.tidemark.planner.incremental.over.OverFrame.Bound;
import io.tidemark.planner.incremental.over.OverFrame.Direction;
import io.tidemark.planner.incremental.over.OverFrame.Exclusion;
import io.tidemark.sql.error.CodedException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.type.SqlTypeName;

/** The frames of windows, from Calcite's form of them to the engine's. */
public final class Frames {
    private static final BigDecimal MICROS_PER_MILLI = BigDecimal.valueOf(1_000);
    private static final BigDecimal MILLIS_PER_DAY = BigDecimal.valueOf(86_400_000L);
    private static final int LONG_DECIMAL = 18;

    private Frames() {}

    /** The frame of a window. <b>Errors</b>: UNSUPPORTED, without a place, for bounds that are no literals, or are of other units. */
    public static OverFrame of(RexWindow window) {
        return new OverFrame(
                window.isRows(),
                bound(window, window.getLowerBound()),
                bound(window, window.getUpperBound()),
                exclusion(window.getExclude()));
    }

    private static Exclusion exclusion(RexWindowExclusion exclusion) {
        return switch (exclusion) {
            case EXCLUDE_NO_OTHER -> Exclusion.NO_OTHERS;
            case EXCLUDE_CURRENT_ROW -> Exclusion.CURRENT_ROW;
            case EXCLUDE_GROUP -> Exclusion.GROUP;
            case EXCLUDE_TIES -> Exclusion.TIES;
        };
    }

    private static Bound bound(RexWindow window, RexWindowBound bound) {
        if (bound.isCurrentRow()) {
            return new Bound(Direction.CURRENT_ROW, BigDecimal.ZERO);
        }
        if (bound.isUnbounded()) {
            return new Bound(
                    bound.isPreceding() ? Direction.UNBOUNDED_PRECEDING : Direction.UNBOUNDED_FOLLOWING,
                    BigDecimal.ZERO);
        }
        BigDecimal offset = window.isRows() ? number(bound.getOffset()) : difference(window, bound.getOffset());
        if (offset.signum() < 0) {
            throw CodedException.validation("the bound of a frame is below zero");
        }
        return new Bound(bound.isPreceding() ? Direction.PRECEDING : Direction.FOLLOWING, offset);
    }

    private static BigDecimal number(RexNode offset) {
        BigDecimal value = offset instanceof RexLiteral literal ? literal.getValueAs(BigDecimal.class) : null;
        if (value == null) {
            throw CodedException.unsupported("a frame with a bound that is no literal");
        }
        return value;
    }

    /** A difference in the unit in which the column is kept that orders the window. */
    private static BigDecimal difference(RexWindow window, RexNode offset) {
        RelDataType by = window.orderKeys.get(0).left.getType();
        BigDecimal value = number(offset);
        boolean interval =
                SqlTypeName.DAY_INTERVAL_TYPES.contains(offset.getType().getSqlTypeName());
        BigDecimal inUnit = switch (by.getSqlTypeName()) {
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIME -> interval ? value.multiply(MICROS_PER_MILLI) : null;
            case DATE -> interval ? value.divide(MILLIS_PER_DAY, 0, RoundingMode.FLOOR) : null;
            case TINYINT, SMALLINT, INTEGER, BIGINT -> value;
            case DECIMAL -> by.getPrecision() <= LONG_DECIMAL ? value.movePointRight(by.getScale()) : null;
            case REAL, FLOAT, DOUBLE -> value;
            default -> null;
        };
        if (inUnit == null) {
            throw CodedException.unsupported(
                    "RANGE with a bound in " + offset.getType().getSqlTypeName() + " over " + by.getSqlTypeName());
        }
        return SqlTypeName.APPROX_TYPES.contains(by.getSqlTypeName())
                ? inUnit
                : inUnit.setScale(0, RoundingMode.FLOOR).min(BigDecimal.valueOf(Long.MAX_VALUE));
    }
}
