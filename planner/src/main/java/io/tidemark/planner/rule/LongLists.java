package io.tidemark.planner.rule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Makes one search of long lists of comparisons with literals, such as {@code x IN (…)} and {@code x NOT IN (…)} are at first.
 *
 * <p>Before: {@code x = 1 OR x = 2 OR …}; {@code x <> 1 AND x <> 2 AND …}. After: {@code SEARCH(x, [1, 2, …])}; {@code NOT(SEARCH(…))}. Simplification
 * would do that too, but looks at each term in the light of all terms before it: O(n³), half a minute for 400.
 *
 * <p><b>Cost</b>: O(n log n) for n terms.
 */
final class LongLists extends RexShuttle {

    /** Shorter lists are left to simplification, which sees more in them. */
    private static final int LONG = 24;

    private final RexBuilder rexBuilder;

    LongLists(RexBuilder rexBuilder) {
        this.rexBuilder = rexBuilder;
    }

    @Override
    public RexNode visitCall(RexCall call) {
        if (call.isA(SqlKind.OR)) {
            List<RexNode> terms = RelOptUtil.disjunctions(call);
            return terms.size() < LONG
                    ? super.visitCall(call)
                    : RexUtil.composeDisjunction(rexBuilder, searched(visitList(terms), SqlKind.EQUALS));
        }
        if (call.isA(SqlKind.AND)) {
            List<RexNode> terms = RelOptUtil.conjunctions(call);
            return terms.size() < LONG
                    ? super.visitCall(call)
                    : RexUtil.composeConjunction(rexBuilder, searched(visitList(terms), SqlKind.NOT_EQUALS));
        }
        return super.visitCall(call);
    }

    /** The terms with those of one kind on the same operand made one, which stands where the first of them stood. */
    private List<RexNode> searched(List<RexNode> terms, SqlKind kind) {
        Map<RexNode, Comparisons> comparisons = new LinkedHashMap<>();
        List<RexNode> result = new ArrayList<>();
        for (RexNode term : terms) {
            Comparisons known = null;
            if (isComparison(term, kind)) {
                List<RexNode> operands = ((RexCall) term).getOperands();
                known = comparisons.get(operands.get(0));
                if (known == null) {
                    comparisons.put(
                            operands.get(0), new Comparisons(result.size(), new ArrayList<>(operands.subList(1, 2))));
                } else {
                    known.values().add(operands.get(1));
                }
            }
            if (known == null) {
                result.add(term);
            }
        }
        comparisons.forEach((operand, found) -> {
            if (found.values().size() > 1) {
                result.set(found.place(), search(operand, found.values(), kind));
            }
        });
        return result;
    }

    /** What one operand is compared with, and where the first of these terms stands. */
    private record Comparisons(int place, List<RexNode> values) {}

    private RexNode search(RexNode operand, List<RexNode> values, SqlKind kind) {
        RexNode in = rexBuilder.makeIn(operand, values);
        return kind == SqlKind.EQUALS ? in : rexBuilder.makeCall(SqlStdOperatorTable.NOT, in);
    }

    private static boolean isComparison(RexNode term, SqlKind kind) {
        return term.isA(kind)
                && ((RexCall) term).getOperands().get(1) instanceof RexLiteral literal
                && !literal.isNull()
                && !(((RexCall) term).getOperands().get(0) instanceof RexLiteral)
                && RexUtil.isDeterministic(term);
    }
}
