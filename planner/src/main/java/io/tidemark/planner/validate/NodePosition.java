package io.tidemark.planner.validate;

import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.SourcePosition;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.hint.HintStrategyTable;
import org.apache.calcite.rel.hint.Hintable;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rex.RexCall;

/** Where a logical operator comes from, carried through the phases as a hint (or, of a table function, by its call), because
 * Calcite's operators have no position. */
public final class NodePosition {
    private static final String NAME = "POSITION";
    private static final int PARTS = 4;

    static final HintStrategyTable STRATEGIES = HintStrategyTable.builder()
            .hintStrategy(
                    NAME,
                    (hint, rel) -> rel instanceof Aggregate
                            || rel instanceof TableScan
                            || rel instanceof Sort
                            || rel instanceof Join)
            .build();

    private NodePosition() {}

    static RelHint hint(SourcePosition position) {
        return RelHint.builder(NAME)
                .hintOption(Integer.toString(position.line()))
                .hintOption(Integer.toString(position.column()))
                .hintOption(Integer.toString(position.endLine()))
                .hintOption(Integer.toString(position.endColumn()))
                .build();
    }

    /** The position of an operator, if it has one: its own, before that of one above it, which Calcite hands down. */
    public static Optional<SourcePosition> of(RelNode rel) {
        if (rel instanceof TableFunctionScan function && function.getCall() instanceof RexCall call) {
            return Positions.of(call.getParserPosition());
        }
        if (!(rel instanceof Hintable hintable)) {
            return Optional.empty();
        }
        return hintable.getHints().stream()
                .filter(hint -> hint.hintName.equals(NAME) && hint.listOptions.size() == PARTS)
                .min(Comparator.comparingInt(hint -> hint.inheritPath.size()))
                .map(hint -> position(hint.listOptions));
    }

    /** The position of an operator, or else of the first below it that has one. */
    public static Optional<SourcePosition> within(RelNode rel) {
        Optional<SourcePosition> own = of(rel);
        return own.isPresent()
                ? own
                : rel.getInputs().stream()
                        .map(NodePosition::within)
                        .flatMap(Optional::stream)
                        .findFirst();
    }

    private static SourcePosition position(List<String> parts) {
        int[] numbers = parts.stream().mapToInt(Integer::parseInt).toArray();
        return new SourcePosition(numbers[0], numbers[1], numbers[2], numbers[PARTS - 1]);
    }
}
