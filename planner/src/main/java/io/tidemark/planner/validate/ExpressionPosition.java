package io.tidemark.planner.validate;

import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.SourcePosition;
import java.util.Optional;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Where a call in a row expression stands in the statement. Calcite's converter notes it and shuttles keep it; a call that a rule has made has
 * none.
 */
public final class ExpressionPosition {
    private ExpressionPosition() {}

    /** The position of a call, if it comes from the statement's text. */
    public static Optional<SourcePosition> of(RexCall call) {
        return Positions.of(call.getParserPosition());
    }

    /** What has become of an expression, where the expression stood, if that has no position of its own. */
    public static RexNode kept(RexNode original, RexNode rewritten, RexBuilder builder) {
        boolean lost = original instanceof RexCall before
                && of(before).isPresent()
                && rewritten instanceof RexCall after
                && of(after).isEmpty();
        return lost
                ? builder.makeCall(
                        ((RexCall) original).getParserPosition(),
                        rewritten.getType(),
                        ((RexCall) rewritten).getOperator(),
                        ((RexCall) rewritten).getOperands())
                : rewritten;
    }

    /** The operators with all calls at one position: what is written elsewhere, as a view's query, stands where it is named. */
    static RelNode moved(RelNode rel, SourcePosition position) {
        RexShuttle shuttle = new Mover(rel.getCluster().getRexBuilder(), position);
        return rel.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode other) {
                return super.visit(other).accept(shuttle);
            }
        });
    }

    /** The expression with all calls at one position. */
    static RexNode moved(RexNode expression, RexBuilder builder, SourcePosition position) {
        return expression.accept(new Mover(builder, position));
    }

    private static final class Mover extends RexShuttle {
        private final RexBuilder builder;
        private final SqlParserPos position;

        Mover(RexBuilder builder, SourcePosition position) {
            this.builder = builder;
            this.position =
                    new SqlParserPos(position.line(), position.column(), position.endLine(), position.endColumn());
        }

        @Override
        public RexNode visitCall(RexCall call) {
            return builder.makeCall(
                    position, call.getType(), call.getOperator(), visitList(call.getOperands(), (boolean[]) null));
        }
    }
}
