package io.tidemark.planner.translate.join;

import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * What a join's condition says about times: {@code lower <= upper + plus}, with a column of one side on the left and one of the other on the right.
 * Columns are numbered as in a pair: the left ones, then the right ones.
 *
 * <p>Where {@code lower} has a watermark, no row will come any more that matches one whose {@code upper + plus} is at or below it: the latter can be
 * forgotten. That needs rows of {@code lower}'s side that come too late for it to be left out.
 */
final class TimeConditions {
    private static final long MICROS_PER_MILLI = 1_000;

    private final IncrementalNode left;
    private final IncrementalNode right;
    private final int leftCount;
    private final List<Set<Integer>> edges;
    private final List<Order> orders = new ArrayList<>();

    /** One condition: {@code lower <= upper + plus}. */
    private record Order(int lower, int upper, long plusMicros) {}

    /** A column and a constant that is added to it. */
    private record Shifted(int column, long plusMicros) {}

    /**
     * Looks at the condition of a join.
     *
     * @param edges columns of a pair that are edges of one window: a row that is not late by one of them is not late by another
     */
    TimeConditions(
            IncrementalNode left,
            IncrementalNode right,
            List<IncrementalJoin.Key> keys,
            RexNode condition,
            List<Set<Integer>> edges) {
        this.edges = edges;
        this.left = left;
        this.right = right;
        this.leftCount = left.rowType().getFieldCount();
        for (IncrementalJoin.Key key : keys) {
            if (!key.nullsMatch()) {
                addEqual(key.left(), leftCount + key.right());
            }
        }
        RelOptUtil.conjunctions(condition).forEach(this::add);
    }

    private void addEqual(int leftColumn, int rightColumn) {
        if (type(leftColumn).getSqlTypeName() == type(rightColumn).getSqlTypeName() && isTime(leftColumn)) {
            orders.add(new Order(leftColumn, rightColumn, 0));
            orders.add(new Order(rightColumn, leftColumn, 0));
        }
    }

    private void add(RexNode part) {
        if (!(part instanceof RexCall call) || call.getOperands().size() != 2) {
            return;
        }
        Optional<Shifted> first = shifted(call.getOperands().get(0));
        Optional<Shifted> second = shifted(call.getOperands().get(1));
        if (first.isEmpty() || second.isEmpty()) {
            return;
        }
        switch (call.getKind()) {
            case LESS_THAN_OR_EQUAL -> add(first.get(), second.get(), 0);
            case LESS_THAN -> add(first.get(), second.get(), -1);
            case GREATER_THAN_OR_EQUAL -> add(second.get(), first.get(), 0);
            case GREATER_THAN -> add(second.get(), first.get(), -1);
            case EQUALS -> {
                add(first.get(), second.get(), 0);
                add(second.get(), first.get(), 0);
            }
            default -> {}
        }
    }

    private void add(Shifted lower, Shifted upper, long plus) {
        boolean acrossSides = isLeft(lower.column()) != isLeft(upper.column());
        if (acrossSides
                && type(lower.column()).getSqlTypeName() == type(upper.column()).getSqlTypeName()) {
            long micros = Math.addExact(Math.subtractExact(upper.plusMicros(), lower.plusMicros()), plus);
            orders.add(new Order(lower.column(), upper.column(), micros));
        }
    }

    /** A time column, plus or minus constant intervals. */
    private Optional<Shifted> shifted(RexNode node) {
        if (node instanceof RexInputRef ref && isInstant(ref.getIndex())) {
            return Optional.of(new Shifted(ref.getIndex(), 0));
        }
        boolean adds = node.getKind() == SqlKind.PLUS;
        if (!(node instanceof RexCall call)
                || (!adds && node.getKind() != SqlKind.MINUS && node.getKind() != SqlKind.CAST)) {
            return Optional.empty();
        }
        RexNode operand = call.getOperands().get(0);
        if (node.getKind() == SqlKind.CAST) {
            boolean finer = node.getType().getSqlTypeName() == operand.getType().getSqlTypeName()
                    && node.getType().getPrecision() >= operand.getType().getPrecision();
            return finer ? shifted(operand) : Optional.empty();
        }
        Optional<Long> micros = micros(call.getOperands().get(1));
        if (adds && micros.isEmpty()) {
            return micros(operand)
                    .flatMap(m -> shifted(call.getOperands().get(1)).map(s -> plus(s, m)));
        }
        return micros.flatMap(m -> shifted(operand).map(s -> plus(s, adds ? m : -m)));
    }

    private static Shifted plus(Shifted shifted, long micros) {
        return new Shifted(shifted.column(), Math.addExact(shifted.plusMicros(), micros));
    }

    private static Optional<Long> micros(RexNode node) {
        return node instanceof RexLiteral literal
                        && SqlTypeName.DAY_INTERVAL_TYPES.contains(
                                literal.getType().getSqlTypeName())
                        && literal.getValueAs(BigDecimal.class) != null
                ? Optional.of(literal.getValueAs(BigDecimal.class)
                        .multiply(BigDecimal.valueOf(MICROS_PER_MILLI))
                        .longValueExact())
                : Optional.empty();
    }

    private boolean isLeft(int column) {
        return column < leftCount;
    }

    private RelDataType type(int column) {
        IncrementalNode side = isLeft(column) ? left : right;
        return side.rowType()
                .getFieldList()
                .get(isLeft(column) ? column : column - leftCount)
                .getType();
    }

    private boolean isInstant(int column) {
        SqlTypeName name = type(column).getSqlTypeName();
        return name == SqlTypeName.TIMESTAMP || name == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
    }

    private boolean isTime(int column) {
        return isInstant(column) || type(column).getSqlTypeName() == SqlTypeName.DATE;
    }

    private Optional<WatermarkTransform> watermark(int column) {
        return (isLeft(column)
                        ? left.traits().watermark(column)
                        : right.traits().watermark(column - leftCount))
                .map(ColumnWatermark::transform)
                .map(WatermarkTransform::withoutCalendar);
    }

    /** What is forgotten when, and which rows come too late for it. */
    IncrementalJoin.TimeBounds bounds() {
        Optional<Order> ofLeft = bound(true);
        Optional<Order> ofRight = bound(false);
        return new IncrementalJoin.TimeBounds(
                ofLeft.map(order -> dropped(order, 0)),
                ofRight.map(order -> dropped(order, leftCount)),
                ofRight.map(order -> judged(order, 0)),
                ofLeft.map(order -> judged(order, leftCount)));
    }

    /** The condition by which rows of a side are forgotten: by a column with a watermark itself if there is one, as then all will be. */
    private Optional<Order> bound(boolean ofLeft) {
        List<Order> usable = orders.stream()
                .filter(order -> isLeft(order.upper()) == ofLeft)
                .filter(order -> watermark(order.lower())
                        .filter(t -> t.unitMicros() == 1 || order.plusMicros() == 0)
                        .isPresent())
                .toList();
        return usable.stream()
                .filter(order -> watermark(order.upper()).isPresent())
                .max(java.util.Comparator.comparingLong(this::reach))
                .or(() -> usable.stream().findFirst());
    }

    /** How early a condition lets a row go. */
    private long reach(Order order) {
        return watermark(order.lower()).orElseThrow().plusMicros()
                - order.plusMicros()
                - watermark(order.upper()).orElseThrow().plusMicros();
    }

    private ColumnWatermark dropped(Order order, int shift) {
        return new ColumnWatermark(
                order.upper() - shift, shifted(watermark(order.lower()).orElseThrow(), -order.plusMicros()));
    }

    private ColumnWatermark judged(Order order, int shift) {
        return new ColumnWatermark(
                order.lower() - shift, watermark(order.lower()).orElseThrow());
    }

    static WatermarkTransform shifted(WatermarkTransform transform, long micros) {
        return micros == 0
                ? transform
                : new WatermarkTransform(
                        transform.bucketMicros(),
                        transform.bucketOffsetMicros(),
                        Math.addExact(transform.plusMicros(), micros),
                        transform.unitMicros());
    }

    /**
     * The watermarks of a pair's columns. Of each pair that is still to come, one row is: so a column's watermark is the lesser of two, one that
     * holds if that is the left row, and one that holds if it is the right one. Each follows from the row's own watermarks: if no lower value
     * at or below v comes, no upper one at or below v - plus does.
     */
    List<ColumnWatermark> watermarks() {
        List<Optional<WatermarkTransform>> ifLeft = known(true);
        List<Optional<WatermarkTransform>> ifRight = known(false);
        List<ColumnWatermark> found = new ArrayList<>();
        for (int i = 0; i < ifLeft.size(); i++) {
            int column = i;
            ifLeft.get(i)
                    .flatMap(one -> ifRight.get(column).flatMap(other -> lesser(one, other)))
                    .ifPresent(transform -> found.add(new ColumnWatermark(column, transform)));
        }
        return found;
    }

    private List<Optional<WatermarkTransform>> known(boolean leftComes) {
        int count = leftCount + right.rowType().getFieldCount();
        List<Optional<WatermarkTransform>> known = new ArrayList<>();
        for (int column = 0; column < count; column++) {
            known.add(isLeft(column) == leftComes && keepsLateOut(column) ? watermark(column) : Optional.empty());
        }
        for (int round = 0; round < orders.size(); round++) {
            for (Order order : orders) {
                Optional<WatermarkTransform> lower = known.get(order.lower())
                        .filter(t -> t.unitMicros() == 1 || order.plusMicros() == 0)
                        .map(t -> shifted(t, -order.plusMicros()));
                if (lower.isPresent() && known.get(order.upper()).isEmpty()) {
                    known.set(order.upper(), lower);
                }
            }
        }
        return known;
    }

    /** Whether no row comes that a column's watermark says comes no more: late ones are left out below, or here by that column. */
    private boolean keepsLateOut(int column) {
        boolean ofLeft = isLeft(column);
        if (LateRows.areLeftOut(ofLeft ? left : right)) {
            return true;
        }
        Optional<Integer> judged = bound(!ofLeft).map(Order::lower);
        return judged.isPresent()
                && (judged.get() == column
                        || edges.stream().anyMatch(window -> window.contains(column) && window.contains(judged.get())));
    }

    /** A watermark that is true where either is. */
    static Optional<WatermarkTransform> lesser(WatermarkTransform one, WatermarkTransform other) {
        boolean comparable = one.bucketMicros() == other.bucketMicros()
                && one.bucketOffsetMicros() == other.bucketOffsetMicros()
                && one.unitMicros() == other.unitMicros();
        if (!comparable) {
            return Optional.empty();
        }
        return Optional.of(one.plusMicros() <= other.plusMicros() ? one : other);
    }
}
