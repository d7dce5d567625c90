package io.tidemark.planner.incremental.window;

import io.tidemark.planner.incremental.AggregateCall;
import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalWindow;
import io.tidemark.planner.incremental.WindowSpec;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Emission;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Whether an aggregate over windows that overlap can be worked out by slices: each row is added up once, in the slice of time between two
 * neighbouring edges of windows, and the windows are put together from their slices.
 *
 * <p>So it is where the windows are equally long multiples of their distance, the columns of the window reach the aggregate as they are and tell the
 * window, nothing else closes groups, and what two groups keep can be added up. In EARLY emission it also has to be exact, since the sums of an
 * epoch are then added to those of the epochs before: no rounding may depend on where epochs end.
 *
 * @param window the window's node
 * @param columns for each group column of the aggregate, which of the columns of the window it is: 0 for its start, 1 for its end, 2 for its
 *     time, -1 for none
 */
public record WindowSlicing(IncrementalWindow window, List<Integer> columns) {

    private static final int WINDOW_COLUMNS = 3;
    private static final int PLAIN = -1;

    public WindowSlicing {
        columns = List.copyOf(columns);
    }

    /** How an aggregate is sliced; empty where it is not. */
    public static Optional<WindowSlicing> of(IncrementalAggregate aggregate) {
        return overlapping(aggregate)
                .filter(window -> obstacle(aggregate).isEmpty())
                .map(window -> {
                    List<Integer> columns = windowColumns(aggregate.input());
                    return new WindowSlicing(
                            window,
                            aggregate.groupColumns().stream().map(columns::get).toList());
                });
    }

    /** Why an aggregate over windows that overlap is not sliced: each of its rows goes into each of its windows; empty for all others. */
    public static Optional<String> obstacle(IncrementalAggregate aggregate) {
        return overlapping(aggregate)
                .flatMap(window -> ofWindow(window.window())
                        .or(() -> ofColumns(aggregate, window.window()))
                        .or(() -> ofCalls(aggregate)));
    }

    /** The windows that an aggregate is over, if a time can be in several of them. */
    private static Optional<IncrementalWindow> overlapping(IncrementalAggregate aggregate) {
        IncrementalNode node = aggregate.input();
        while (node instanceof IncrementalCalc calc) {
            node = calc.input();
        }
        return node instanceof IncrementalWindow window
                        && !window.window().slide().equals(window.window().size())
                ? Optional.of(window)
                : Optional.empty();
    }

    private static Optional<String> ofWindow(WindowSpec window) {
        if (window.calendar().isPresent()) {
            return Optional.of("the windows follow a calendar");
        }
        return window.size().dividedBy(window.slide()) < 2
                ? Optional.of("the size of the windows is no multiple of their distance")
                : Optional.empty();
    }

    private static Optional<String> ofColumns(IncrementalAggregate aggregate, WindowSpec window) {
        List<Integer> columns = windowColumns(aggregate.input());
        if (columns.isEmpty()) {
            return Optional.of("an expression reads a column of the window");
        }
        List<Integer> groups =
                aggregate.groupColumns().stream().map(columns::get).toList();
        boolean told = groups.contains(1) || groups.contains(2) || (groups.contains(0) && window.startTellsEnd());
        if (!told) {
            return Optional.of("the groups do not tell their window");
        }
        for (ColumnWatermark closing : aggregate.closingKeys()) {
            if (groups.get(closing.column()) == PLAIN) {
                return Optional.of("groups are closed by another column than the window's");
            }
        }
        Set<Integer> used = new HashSet<>();
        for (AggregateCall call : aggregate.calls()) {
            used.addAll(call.arguments());
            call.filter().ifPresent(used::add);
        }
        return used.stream().anyMatch(column -> columns.get(column) != PLAIN)
                ? Optional.of("an aggregate reads a column of the window")
                : Optional.empty();
    }

    private static Optional<String> ofCalls(IncrementalAggregate aggregate) {
        boolean retracting = aggregate.input().traits().changelog() == Changelog.RETRACT;
        boolean early = aggregate.traits().emission() == Emission.EARLY;
        RelDataType input = aggregate.input().rowType();
        for (AggregateCall call : aggregate.calls()) {
            if (call.keepsArguments(retracting) || keepsFirst(call)) {
                return Optional.of(call.function() + " has to know its arguments");
            }
            if (early && rounds(call, input)) {
                return Optional.of("sums of floating-point numbers would depend on where epochs end");
            }
        }
        return Optional.empty();
    }

    private static boolean keepsFirst(AggregateCall call) {
        return switch (call.function()) {
            case ARG_MIN, ARG_MAX, FIRST_VALUE, LAST_VALUE -> true;
            default -> false;
        };
    }

    private static boolean rounds(AggregateCall call, RelDataType input) {
        return switch (call.function()) {
            case COUNT, MIN, MAX, BIT_AND, BIT_OR, BIT_XOR -> false;
            case SUM, SUM0, AVG -> {
                SqlTypeName type = input.getFieldList()
                        .get(call.arguments().get(0))
                        .getType()
                        .getSqlTypeName();
                yield SqlTypeName.APPROX_TYPES.contains(type);
            }
            default -> true;
        };
    }

    /**
     * For each column of a node at or above a window's, which of the columns of the window it is, or -1; empty if anything is made from one of them.
     */
    private static List<Integer> windowColumns(IncrementalNode node) {
        List<Integer> columns = new ArrayList<>();
        if (!(node instanceof IncrementalCalc calc)) {
            int first = node.rowType().getFieldCount() - WINDOW_COLUMNS;
            for (int i = 0; i < first + WINDOW_COLUMNS; i++) {
                columns.add(i < first ? PLAIN : i - first);
            }
            return columns;
        }
        List<Integer> below = windowColumns(calc.input());
        if (below.isEmpty()
                || calc.condition().filter(condition -> reads(condition, below)).isPresent()) {
            return List.of();
        }
        for (RexNode projection : calc.projections()) {
            if (projection instanceof RexInputRef reference) {
                columns.add(below.get(reference.getIndex()));
            } else if (reads(projection, below)) {
                return List.of();
            } else {
                columns.add(PLAIN);
            }
        }
        return columns;
    }

    private static boolean reads(RexNode expression, List<Integer> columns) {
        return RelOptUtil.InputFinder.bits(expression).asList().stream()
                .anyMatch(column -> columns.get(column) != PLAIN);
    }
}
