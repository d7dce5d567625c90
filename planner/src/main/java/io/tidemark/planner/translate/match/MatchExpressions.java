package io.tidemark.planner.translate.match;

import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.incremental.match.MatchExpression;
import io.tidemark.planner.incremental.match.MatchValue;
import io.tidemark.planner.incremental.match.MatchValue.Anchor;
import io.tidemark.planner.incremental.match.MatchValue.Place;
import io.tidemark.planner.validate.ExpressionPosition;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexPatternFieldRef;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlAggFunction;

/** Takes the expressions of DEFINE and MEASURES apart into what they read of a match and what they compute with it. */
public final class MatchExpressions {
    private static final Set<String> AGGREGATES = Set.of("COUNT", "SUM", "AVG", "MIN", "MAX");
    private static final int MOST_ROWS = 10_000;

    private final RexBuilder builder;
    private final Map<String, List<Integer>> variables;
    private final int variableCount;
    private final String sql;
    private final SourcePosition position;

    /**
     * Makes one.
     *
     * @param variables the variables that each name stands for; a name that is not there stands for all
     */
    public MatchExpressions(
            RexBuilder builder,
            Map<String, List<Integer>> variables,
            int variableCount,
            String sql,
            SourcePosition position) {
        this.builder = builder;
        this.variables = variables;
        this.variableCount = variableCount;
        this.sql = sql;
        this.position = position;
    }

    /** The condition of a variable. */
    public MatchExpression condition(RexNode condition, int variable) {
        return new Reading(variable).expression(condition);
    }

    /** A measure, which says by FINAL and RUNNING whether it is one of the whole match. */
    public MatchExpression measure(RexNode measure) {
        return new Reading(-1).expression(measure);
    }

    /** What surrounds a part of an expression: where it goes from the anchor, and whether it looks at the whole match. */
    private record Around(Optional<Anchor> anchor, int offset, int shift, boolean whole) {
        static final Around NOTHING = new Around(Optional.empty(), 0, 0, false);

        Around shifted(int rows) {
            return new Around(anchor, offset, shift + rows, whole);
        }

        Around from(Anchor from, int rows) {
            return new Around(Optional.of(from), rows, shift, whole);
        }

        Around of(boolean wholeMatch) {
            return new Around(anchor, offset, shift, wholeMatch);
        }
    }

    /** One expression being taken apart; {@code defined} is the variable whose condition it is, or -1. */
    private final class Reading {
        private final int defined;
        private final List<MatchValue> values = new ArrayList<>();

        Reading(int defined) {
            this.defined = defined;
        }

        MatchExpression expression(RexNode node) {
            RexNode expression = translate(node, Around.NOTHING);
            return new MatchExpression(values, expression);
        }

        private RexNode translate(RexNode node, Around around) {
            if (node instanceof RexPatternFieldRef field) {
                return value(new MatchValue.Navigation(
                        field.getIndex(),
                        place(variablesOf(field), around),
                        around.whole(),
                        nullable(field.getType())));
            }
            if (!(node instanceof RexCall call)) {
                return node;
            }
            return switch (call.getKind()) {
                case PREV -> translate(call.getOperands().get(0), around.shifted(-rows(call)));
                case NEXT -> translate(call.getOperands().get(0), around.shifted(rows(call)));
                case FIRST -> translate(call.getOperands().get(0), around.from(Anchor.FIRST, rows(call)));
                case LAST -> translate(call.getOperands().get(0), around.from(Anchor.LAST, rows(call)));
                case FINAL -> translate(call.getOperands().get(0), around.of(true));
                case RUNNING -> translate(call.getOperands().get(0), around.of(false));
                case CLASSIFIER ->
                    value(new MatchValue.Classifier(place(all(), around), around.whole(), nullable(call.getType())));
                case MATCH_NUMBER -> value(new MatchValue.MatchNumber(around.whole(), call.getType()));
                default -> other(call, around);
            };
        }

        private RexNode other(RexCall call, Around around) {
            if (call.getOperator().equals(DialectOperators.NULLABLE)) {
                return translate(call.getOperands().get(0), around);
            }
            if (call.getOperator() instanceof SqlAggFunction) {
                return aggregate(call, around);
            }
            if (call.getOperator().isDynamicFunction() || !call.getOperator().isDeterministic()) {
                throw CodedException.unsupported(call.getOperator().getName() + " in MATCH_RECOGNIZE")
                        .at(ExpressionPosition.of(call).orElse(position), sql);
            }
            List<RexNode> operands = new ArrayList<>();
            call.getOperands().forEach(operand -> operands.add(translate(operand, around)));
            return builder.makeCall(call.getParserPosition(), call.getType(), call.getOperator(), operands);
        }

        private RexNode aggregate(RexCall call, Around around) {
            String name = call.getOperator().getName();
            if (!AGGREGATES.contains(name)) {
                throw CodedException.unsupported(name + " in MATCH_RECOGNIZE")
                        .at(ExpressionPosition.of(call).orElse(position), sql);
            }
            MatchValue.Function function = MatchValue.Function.valueOf(name);
            List<Integer>[] of = argumentVariables();
            Optional<RexNode> argument = call.getOperands().stream()
                    .findFirst()
                    .map(operand -> operand.accept(new RexShuttle() {
                        @Override
                        public RexNode visitPatternFieldRef(RexPatternFieldRef field) {
                            of[0] = variablesOf(field);
                            return new RexInputRef(field.getIndex(), field.getType());
                        }

                        @Override
                        public RexNode visitCall(RexCall inner) {
                            RexNode visited = super.visitCall(inner);
                            return visited instanceof RexCall wrapped
                                            && wrapped.getOperator().equals(DialectOperators.NULLABLE)
                                    ? wrapped.getOperands().get(0)
                                    : visited;
                        }
                    }));
            return value(new MatchValue.Aggregate(function, argument, of[0], around.whole(), call.getType()));
        }

        @SuppressWarnings({"unchecked", "rawtypes"})
        private List<Integer>[] argumentVariables() {
            return new List[] {all()};
        }

        private Place place(List<Integer> of, Around around) {
            Anchor anchor = around.anchor().orElse(Anchor.LAST);
            boolean current = defined >= 0 && anchor == Anchor.LAST && around.offset() == 0 && of.contains(defined);
            return current
                    ? new Place(Anchor.CURRENT, List.of(), 0, around.shift())
                    : new Place(anchor, of, around.offset(), around.shift());
        }

        private RexNode value(MatchValue value) {
            int index = values.indexOf(value);
            if (index < 0) {
                index = values.size();
                values.add(value);
            }
            return new RexInputRef(index, value.type());
        }
    }

    private List<Integer> variablesOf(RexPatternFieldRef field) {
        List<Integer> known = variables.get(field.getAlpha());
        return known == null ? all() : known;
    }

    private List<Integer> all() {
        return IntStream.range(0, variableCount).boxed().toList();
    }

    private RelDataType nullable(RelDataType type) {
        RelDataTypeFactory factory = builder.getTypeFactory();
        return factory.createTypeWithNullability(type, true);
    }

    private int rows(RexCall navigation) {
        Integer rows = RexLiteral.intValue(navigation.getOperands().get(1));
        if (rows < 0 || rows > MOST_ROWS) {
            throw CodedException.unsupported(navigation.getKind() + " by " + rows + " rows")
                    .at(ExpressionPosition.of(navigation).orElse(position), sql);
        }
        return rows;
    }
}
