package io.tidemark.planner;

import io.tidemark.planner.catalog.FunctionDefinition;
import io.tidemark.planner.function.UserScalarFunction;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexVisitorImpl;

/**
 * A row that is taken back must be computed as it was: so neither chance nor the clock may be used over rows that change. A condition on the
 * clock would let rows in and out as time goes by, which no operator does yet.
 */
final class Determinism {
    private Determinism() {}

    static void check(IncrementalNode node, String sql) {
        if (node instanceof IncrementalCalc calc) {
            calc.condition().ifPresent(condition -> condition.accept(new Clocks(calc, sql)));
            if (calc.input().traits().changelog() == Changelog.RETRACT) {
                List<RexNode> expressions = new ArrayList<>(calc.projections());
                calc.condition().ifPresent(expressions::add);
                expressions.forEach(expression -> expression.accept(new Finder(calc, sql)));
            }
        }
        if (node instanceof IncrementalJoin join) {
            join.residual().ifPresent(condition -> checkJoin(condition, join, sql));
        }
        node.inputs().forEach(input -> check(input, sql));
    }

    /** What runs on is computed again after a crash, so a function that a user says to be different each time has no place in it. */
    static void checkFunctions(LogicalPlan plan) {
        plan.functions().stream()
                .filter(function -> !function.deterministic())
                .findFirst()
                .ifPresent(function -> {
                    throw CodedException.of(
                                    ErrorCode.NONDET_01,
                                    "function \"" + function.name()
                                            + "\" is not deterministic, and a continuous query computes rows again after a restart")
                            .at(place(function, plan.rel()).orElse(SourcePosition.at(1, 1)), plan.sql())
                            .hint("call it in the query that reads the result");
                });
    }

    private static Optional<SourcePosition> place(FunctionDefinition function, RelNode plan) {
        List<SourcePosition> places = new ArrayList<>();
        RexShuttle calls = new RexShuttle() {
            @Override
            public RexNode visitCall(RexCall call) {
                if (call.getOperator() instanceof UserScalarFunction user
                        && user.definition().equals(function)) {
                    Positions.of(call.getParserPosition()).ifPresent(places::add);
                }
                return super.visitCall(call);
            }
        };
        plan.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode node) {
                return super.visit(node.accept(calls));
            }
        });
        return places.stream().findFirst();
    }

    /** A pair is looked at when either of its rows comes, and again when one is taken back. */
    private static void checkJoin(RexNode condition, IncrementalJoin join, String sql) {
        condition.accept(new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitCall(RexCall call) {
                if (!call.getOperator().isDeterministic() || call.getOperator().isDynamicFunction()) {
                    throw CodedException.unsupported(
                                    call.getOperator().getName() + " in the condition of a join of a continuous query")
                            .at(Positions.of(call.getParserPosition()).orElse(join.position()), sql)
                            .hint("compute it in a column of one of the sides");
                }
                return super.visitCall(call);
            }
        });
    }

    private static final class Finder extends RexVisitorImpl<Void> {
        private final IncrementalCalc calc;
        private final String sql;

        Finder(IncrementalCalc calc, String sql) {
            super(true);
            this.calc = calc;
            this.sql = sql;
        }

        @Override
        public Void visitCall(RexCall call) {
            if (!call.getOperator().isDeterministic() || call.getOperator().isDynamicFunction()) {
                SourcePosition place = Positions.of(call.getParserPosition()).orElse(calc.position());
                throw CodedException.of(
                                ErrorCode.NONDET_01,
                                call.getOperator().getName()
                                        + " is not deterministic, and rows that it is computed for can be taken back")
                        .at(place, sql)
                        .hint("compute it before the operator that takes rows back, or store it");
            }
            return super.visitCall(call);
        }
    }

    private static final class Clocks extends RexVisitorImpl<Void> {
        private final IncrementalCalc calc;
        private final String sql;

        Clocks(IncrementalCalc calc, String sql) {
            super(true);
            this.calc = calc;
            this.sql = sql;
        }

        @Override
        public Void visitCall(RexCall call) {
            if (call.getOperator().isDynamicFunction()) {
                SourcePosition place = Positions.of(call.getParserPosition()).orElse(calc.position());
                throw CodedException.unsupported(call.getOperator().getName() + " in a condition of a continuous query")
                        .at(place, sql)
                        .hint("use a window over event time, or put the condition in the query that reads the result");
            }
            return super.visitCall(call);
        }
    }
}
