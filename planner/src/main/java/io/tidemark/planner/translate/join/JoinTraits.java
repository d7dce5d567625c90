package io.tidemark.planner.translate.join;

import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.trait.Traits;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;

/** What is known of the rows that a join gives out. */
public final class JoinTraits {
    private final IncrementalNode left;
    private final IncrementalNode right;
    private final IncrementalJoin.Kind kind;
    private final List<IncrementalJoin.Key> keys;

    /** Looks at the join of two inputs. */
    public JoinTraits(
            IncrementalNode left, IncrementalNode right, IncrementalJoin.Kind kind, List<IncrementalJoin.Key> keys) {
        this.left = left;
        this.right = right;
        this.kind = kind;
        this.keys = keys;
    }

    /** The traits; {@code once} says that everything comes in one epoch, so that nothing is taken back. */
    public Traits of(boolean once) {
        boolean retracts = retracts(left) || retracts(right) || kind.withdraws();
        boolean last =
                left.traits().emission() == Emission.FINAL && right.traits().emission() == Emission.FINAL;
        return new Traits(
                once || !retracts ? Changelog.APPEND : Changelog.RETRACT,
                last && !retracts ? Emission.FINAL : Emission.EARLY,
                List.of(),
                loss(),
                rowKeys());
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
