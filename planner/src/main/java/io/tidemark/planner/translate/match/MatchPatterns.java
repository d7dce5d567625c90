package io.tidemark.planner.translate.match;

import io.tidemark.planner.incremental.match.MatchPattern;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/** Turns PATTERN into a {@link MatchPattern}. */
public final class MatchPatterns {
    private static final int MOST_PERMUTED = 6;
    private static final int MOST_ROWS = 10_000;
    private static final int MOST_VARIABLES = 60;

    private final List<String> variables = new ArrayList<>();
    private final String sql;
    private final SourcePosition position;

    /** Makes one for a statement; {@code position} is where MATCH_RECOGNIZE stands. */
    public MatchPatterns(String sql, SourcePosition position) {
        this.sql = sql;
        this.position = position;
    }

    /** The names of the variables met so far, in order. */
    public List<String> variables() {
        return List.copyOf(variables);
    }

    /** The pattern. <b>Errors</b>: UNSUPPORTED where it would be too large. */
    public MatchPattern pattern(RexNode node) {
        MatchPattern pattern = pattern(node, false);
        if (size(pattern) > MOST_ROWS) {
            throw CodedException.unsupported(
                            "a PATTERN of more than " + MOST_ROWS + " steps, its repetitions written out,")
                    .at(position, sql);
        }
        if (variables.size() > MOST_VARIABLES) {
            throw CodedException.unsupported("a PATTERN of more than " + MOST_VARIABLES + " variables")
                    .at(position, sql);
        }
        return pattern;
    }

    private MatchPattern pattern(RexNode node, boolean excluded) {
        if (node instanceof RexLiteral literal) {
            String name = String.valueOf(RexLiteral.stringValue(literal));
            if (!variables.contains(name)) {
                variables.add(name);
            }
            return new MatchPattern.Variable(variables.indexOf(name), excluded);
        }
        RexCall call = (RexCall) node;
        return switch (call.getKind()) {
            case PATTERN_CONCAT -> new MatchPattern.Sequence(parts(call, excluded));
            case PATTERN_ALTER -> new MatchPattern.Alternation(parts(call, excluded));
            case PATTERN_EXCLUDED -> pattern(call.getOperands().get(0), true);
            case PATTERN_QUANTIFIER -> repetition(call, excluded);
            case PATTERN_PERMUTE -> permutations(parts(call, excluded));
            default ->
                throw CodedException.unsupported(call.getOperator().getName() + " in PATTERN")
                        .at(position, sql);
        };
    }

    private List<MatchPattern> parts(RexCall call, boolean excluded) {
        return call.getOperands().stream()
                .map(operand -> pattern(operand, excluded))
                .toList();
    }

    private MatchPattern repetition(RexCall call, boolean excluded) {
        int least = RexLiteral.intValue(call.getOperands().get(1));
        int most = RexLiteral.intValue(call.getOperands().get(2));
        if (most >= 0 && most < Math.max(1, least)) {
            throw CodedException.validation(
                            "a repetition {" + Math.max(0, least) + "," + most + "} in PATTERN is of nothing")
                    .at(position, sql);
        }
        return new MatchPattern.Repetition(
                pattern(call.getOperands().get(0), excluded),
                Math.max(0, least),
                most < 0 ? OptionalInt.empty() : OptionalInt.of(most),
                RexLiteral.booleanValue(call.getOperands().get(3)));
    }

    /** All orders of the parts, those with earlier parts first rather. */
    private MatchPattern permutations(List<MatchPattern> parts) {
        if (parts.size() > MOST_PERMUTED) {
            throw CodedException.unsupported("PERMUTE of more than " + MOST_PERMUTED)
                    .at(position, sql);
        }
        List<MatchPattern> all = new ArrayList<>();
        permute(parts, List.of(), all);
        return new MatchPattern.Alternation(all);
    }

    private static void permute(List<MatchPattern> left, List<MatchPattern> chosen, List<MatchPattern> all) {
        if (left.isEmpty()) {
            all.add(new MatchPattern.Sequence(chosen));
        }
        for (int i = 0; i < left.size(); i++) {
            List<MatchPattern> rest = new ArrayList<>(left);
            List<MatchPattern> longer = new ArrayList<>(chosen);
            longer.add(rest.remove(i));
            permute(rest, longer, all);
        }
    }

    /** How many variables the pattern has with its repetitions written out. */
    private static long size(MatchPattern pattern) {
        if (pattern instanceof MatchPattern.Repetition repetition) {
            int times = repetition.most().orElse(repetition.least() + 1);
            return Math.min(MOST_ROWS + 1L, size(repetition.part()) * Math.max(1, times));
        }
        if (pattern instanceof MatchPattern.Sequence sequence) {
            return sequence.parts().stream().mapToLong(MatchPatterns::size).sum();
        }
        if (pattern instanceof MatchPattern.Alternation alternation) {
            return alternation.parts().stream().mapToLong(MatchPatterns::size).sum();
        }
        return 1;
    }
}
