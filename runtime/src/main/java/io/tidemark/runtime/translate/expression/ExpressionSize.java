package io.tidemark.runtime.translate.expression;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/**
 * Keeps methods below what the JIT compiles (8000 bytes of code; a node takes about 60 at worst): says how big expressions are, and cuts very
 * long AND, OR and CASE into nested ones that can go into methods of their own.
 */
final class ExpressionSize {

    /** How many nodes go into one method before further subtrees are put into others. */
    static final int METHOD_NODES = 80;

    /** Subtrees smaller than this are never put into a method of their own. */
    static final int LEAST_NODES = 5;

    private static final int MAX_OPERANDS = 16;
    private static final int MANY = 1 << 20;

    private final IdentityHashMap<RexNode, Integer> sizes = new IdentityHashMap<>();

    /** The number of nodes of an expression. */
    int nodes(RexNode expression) {
        if (!(expression instanceof RexCall call)) {
            return 1;
        }
        Integer known = sizes.get(call);
        if (known == null) {
            int sum = 1;
            for (RexNode operand : call.getOperands()) {
                sum = Math.min(MANY, sum + nodes(operand));
            }
            known = sum;
            sizes.put(call, known);
        }
        return known;
    }

    /** The same call with at most a few operands, the rest of them nested, if it is one that can be nested. */
    static RexCall nested(RexCall call, RexBuilder rexBuilder) {
        List<RexNode> operands = call.getOperands();
        if (operands.size() <= MAX_OPERANDS) {
            return call;
        }
        return switch (call.getKind()) {
            case AND, OR -> call.clone(call.getType(), chunks(call, rexBuilder));
            case CASE -> call.clone(call.getType(), tail(call, rexBuilder));
            default -> call;
        };
    }

    private static List<RexNode> chunks(RexCall call, RexBuilder rexBuilder) {
        List<RexNode> operands = call.getOperands();
        int length = Math.max(MAX_OPERANDS, (operands.size() + MAX_OPERANDS - 1) / MAX_OPERANDS);
        List<RexNode> chunks = new ArrayList<>();
        for (int from = 0; from < operands.size(); from += length) {
            List<RexNode> chunk = operands.subList(from, Math.min(from + length, operands.size()));
            chunks.add(
                    chunk.size() == 1 ? chunk.get(0) : rexBuilder.makeCall(call.getType(), call.getOperator(), chunk));
        }
        return chunks;
    }

    private static List<RexNode> tail(RexCall call, RexBuilder rexBuilder) {
        List<RexNode> operands = call.getOperands();
        List<RexNode> head = new ArrayList<>(operands.subList(0, MAX_OPERANDS));
        List<RexNode> rest = operands.subList(MAX_OPERANDS, operands.size());
        head.add(rest.size() == 1 ? rest.get(0) : rexBuilder.makeCall(call.getType(), call.getOperator(), rest));
        return head;
    }
}
