package io.tidemark.planner.translate.join;

import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.trait.Traits;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;

/** What is known of the rows that a join gives out. */
public final class JoinTraits {
    private final IncrementalNode left;
    private final IncrementalNode right;
    private final IncrementalJoin.Kind kind;
    private final List<IncrementalJoin.Key> keys;
    private final TimeConditions times;

    /**
     * Looks at the join of two inputs, on keys and a condition beside them, here or above.
     *
     * @param edges columns of a pair that are edges of one window
     */
    public JoinTraits(
            IncrementalNode left,
            IncrementalNode right,
            IncrementalJoin.Kind kind,
            List<IncrementalJoin.Key> keys,
            RexNode condition,
            List<Set<Integer>> edges) {
        this.left = left;
        this.right = right;
        this.kind = kind;
        this.keys = keys;
        this.times = new TimeConditions(left, right, keys, condition, edges);
    }

    /** Until when rows are kept; a mark tells false from unknown, so that no pair can be left out for its times. */
    public IncrementalJoin.TimeBounds bounds() {
        return kind == IncrementalJoin.Kind.MARK ? IncrementalJoin.TimeBounds.NONE : times.bounds();
    }

    /** Whether rows without a match are known to be final at some time. */
    public boolean closes() {
        IncrementalJoin.TimeBounds bounds = bounds();
        return switch (kind) {
            case LEFT, ANTI -> bounds.dropLeft().isPresent();
            case RIGHT -> bounds.dropRight().isPresent();
            case FULL -> bounds.dropLeft().isPresent() && bounds.dropRight().isPresent();
            case INNER, SEMI, TEMPORAL, LEFT_TEMPORAL -> true;
            case MARK -> false;
        };
    }

    /**
     * The traits.
     *
     * @param once everything comes in one epoch, so that nothing is taken back
     * @param waits rows without a match are given out when they are final
     */
    public Traits of(boolean once, boolean waits) {
        boolean retracts = retracts(left) || retracts(right) || (kind.withdraws() && !waits);
        boolean last =
                left.traits().emission() == Emission.FINAL && right.traits().emission() == Emission.FINAL;
        boolean ends = (kind.withdraws() && waits) || (last && !retracts);
        List<ColumnWatermark> watermarks = watermarks();
        return new Traits(
                once || !retracts ? Changelog.APPEND : Changelog.RETRACT,
                ends ? Emission.FINAL : Emission.EARLY,
                watermarks,
                watermarks.isEmpty() ? loss() : Optional.empty(),
                rowKeys());
    }

    private List<ColumnWatermark> watermarks() {
        int given = left.rowType().getFieldCount()
                + (kind.givesRight() ? right.rowType().getFieldCount() : 0);
        return kind == IncrementalJoin.Kind.MARK
                ? List.of()
                : times.watermarks().stream()
                        .filter(watermark -> watermark.column() < given)
                        .toList();
    }

    private static boolean retracts(IncrementalNode node) {
        return node.traits().changelog() == Changelog.RETRACT;
    }

    private Optional<String> loss() {
        boolean had = !left.traits().watermarks().isEmpty()
                || !right.traits().watermarks().isEmpty();
        return had
                ? Optional.of(
                        "a row of one side of " + kind.words()
                                + " may match one of the other that comes much later: no condition bounds the time between them")
                : left.traits().watermarkLoss().or(() -> right.traits().watermarkLoss());
    }

    /** The column sets that tell output rows apart. */
    private List<List<Integer>> rowKeys() {
        List<List<Integer>> leftKeys = left.traits().keys();
        if (!kind.givesRight()) {
            return leftKeys;
        }
        int leftCount = left.rowType().getFieldCount();
        List<List<Integer>> rightKeys = right.traits().keys().stream()
                .map(key -> key.stream().map(column -> column + leftCount).toList())
                .toList();
        boolean oneRight =
                isUnique(right, keys.stream().map(IncrementalJoin.Key::right).toList());
        boolean oneLeft =
                isUnique(left, keys.stream().map(IncrementalJoin.Key::left).toList());
        boolean leftAlways = kind == IncrementalJoin.Kind.INNER || kind == IncrementalJoin.Kind.LEFT;
        boolean rightAlways = kind == IncrementalJoin.Kind.INNER || kind == IncrementalJoin.Kind.RIGHT;
        Set<List<Integer>> found = new LinkedHashSet<>();
        if (oneRight && leftAlways) {
            found.addAll(leftKeys);
        }
        if (oneLeft && rightAlways) {
            found.addAll(rightKeys);
        }
        if (found.isEmpty()) {
            for (List<Integer> leftKey : leftKeys) {
                rightKeys.stream()
                        .filter(rightKey -> tellsMissing(leftKey, rightKey, leftCount))
                        .forEach(rightKey -> found.add(Stream.concat(leftKey.stream(), rightKey.stream())
                                .toList()));
            }
        }
        return new ArrayList<>(found);
    }

    /** Whether two keys tell a row without a match from all others: of a FULL join it could be of either side. */
    private boolean tellsMissing(List<Integer> leftKey, List<Integer> rightKey, int leftCount) {
        return switch (kind) {
            case FULL -> hasNotNull(left, leftKey, 0) && hasNotNull(right, rightKey, leftCount);
            case LEFT -> hasNotNull(right, rightKey, leftCount);
            case RIGHT -> hasNotNull(left, leftKey, 0);
            default -> true;
        };
    }

    private static boolean hasNotNull(IncrementalNode node, List<Integer> key, int shift) {
        RelDataType type = node.rowType();
        return key.stream()
                .anyMatch(column ->
                        !type.getFieldList().get(column - shift).getType().isNullable());
    }

    private static boolean isUnique(IncrementalNode node, List<Integer> columns) {
        return node.traits().keys().stream().anyMatch(columns::containsAll);
    }
}
