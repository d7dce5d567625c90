package io.tidemark.runtime.translate;

import io.tidemark.planner.incremental.IncrementalMatch;
import io.tidemark.planner.incremental.match.MatchExpression;
import io.tidemark.planner.incremental.match.MatchPattern;
import io.tidemark.planner.incremental.match.MatchValue;
import io.tidemark.planner.incremental.match.MatchValue.Place;
import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.calc.CalcProgram;
import io.tidemark.runtime.match.MatchExpressions;
import io.tidemark.runtime.match.MatchOperator;
import io.tidemark.runtime.match.MatchSpec;
import io.tidemark.runtime.match.PatternStates;
import io.tidemark.runtime.match.RecomputedMatchOperator;
import io.tidemark.runtime.match.RowPlace;
import io.tidemark.runtime.operator.Dataflow.RowHandlers;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.parallel.PartitionedOperator;
import io.tidemark.runtime.parallel.PartitionedOperator.Spread;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.state.RowOrder;
import io.tidemark.runtime.translate.expression.ExpressionCompiler;
import io.tidemark.runtime.translate.type.TypeMapper;
import io.tidemark.runtime.window.TimedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/** MATCH_RECOGNIZE: its pattern as an automaton, its expressions compiled. */
final class MatchStages {

    private final IncrementalMatch node;
    private final ExpressionCompiler compiler;
    private final Schema input;

    MatchStages(IncrementalMatch node, ExpressionCompiler compiler) {
        this.node = node;
        this.compiler = compiler;
        this.input = TypeMapper.schema(node.input().rowType());
    }

    Stage.Maker maker(Workers workers) {
        MatchSpec spec = spec();
        Spread spread = new Spread(spec.partitionColumns());
        long reach = spec.search().ends().within().orElse(0);
        Field time = input.field(spec.timeColumn());
        return (handlers, clock) -> {
            Operator partitioned = new PartitionedOperator(
                    workers, spread, spec.judge(handlers.late())::taken, inner -> operator(spec, inner));
            return spec.watermark().isEmpty()
                    ? partitioned
                    : new TimedRows(time, spec.timeColumn(), reach, handlers.errors(), partitioned);
        };
    }

    private static Operator operator(MatchSpec spec, RowHandlers handlers) {
        return spec.watermark().isPresent()
                ? new MatchOperator(spec, handlers)
                : new RecomputedMatchOperator(spec, handlers);
    }

    private MatchSpec spec() {
        io.tidemark.planner.incremental.match.MatchSpec planned = node.spec();
        List<RowOrder.By> order = planned.order().stream().map(MatchStages::by).toList();
        return new MatchSpec(
                input,
                planned.partitionColumns(),
                order,
                node.closing().map(closing -> closing::apply),
                search(planned),
                new MatchSpec.Output(
                        TypeMapper.schema(node.rowType()),
                        planned.output().columns(),
                        measures(planned),
                        planned.output().allRows(),
                        planned.numbers()));
    }

    private static RowOrder.By by(RelFieldCollation field) {
        boolean nullsFirst = field.nullDirection == RelFieldCollation.NullDirection.UNSPECIFIED
                ? field.getDirection().defaultNullDirection() == RelFieldCollation.NullDirection.FIRST
                : field.nullDirection == RelFieldCollation.NullDirection.FIRST;
        return new RowOrder.By(field.getFieldIndex(), field.getDirection().isDescending(), nullsFirst);
    }

    private MatchSpec.Search search(io.tidemark.planner.incremental.match.MatchSpec planned) {
        var search = planned.search();
        PatternStates states = new PatternStates();
        states.startAt(state(search.pattern(), states.accepting(), states));
        List<Optional<MatchExpressions>> conditions = search.conditions().stream()
                .map(condition -> condition.map(one -> expressions(List.of(one))))
                .toList();
        MatchSpec.Skip skip = new MatchSpec.Skip(
                MatchSpec.Skip.Kind.valueOf(planned.skip().kind().name()),
                bits(planned.skip().variables()),
                planned.skip().name(),
                node.position());
        return new MatchSpec.Search(
                states,
                search.variables(),
                conditions,
                new MatchSpec.Ends(search.atStart(), search.atEnd(), search.withinMicros()),
                skip,
                new MatchSpec.Reach(search.rowsBefore(), search.rowsAfter()));
    }

    /** Adds the states of a pattern that goes on at {@code next}, and returns where it begins. */
    private static int state(MatchPattern pattern, int next, PatternStates states) {
        if (pattern instanceof MatchPattern.Variable variable) {
            return states.row(variable.index(), variable.excluded(), next);
        }
        if (pattern instanceof MatchPattern.Sequence sequence) {
            int at = next;
            for (int i = sequence.parts().size() - 1; i >= 0; i--) {
                at = state(sequence.parts().get(i), at, states);
            }
            return at;
        }
        if (pattern instanceof MatchPattern.Alternation alternation) {
            return states.choice(alternation.parts().stream()
                    .map(part -> state(part, next, states))
                    .toList());
        }
        return repetition((MatchPattern.Repetition) pattern, next, states);
    }

    private static int repetition(MatchPattern.Repetition repetition, int next, PatternStates states) {
        int at = next;
        if (repetition.most().isEmpty()) {
            at = states.openChoice();
            states.choose(at, ways(state(repetition.part(), at, states), next, repetition.reluctant()));
        } else {
            for (int i = repetition.least(); i < repetition.most().getAsInt(); i++) {
                at = states.choice(ways(state(repetition.part(), at, states), next, repetition.reluctant()));
            }
        }
        for (int i = 0; i < repetition.least(); i++) {
            at = state(repetition.part(), at, states);
        }
        return at;
    }

    private static List<Integer> ways(int again, int next, boolean reluctant) {
        return reluctant ? List.of(next, again) : List.of(again, next);
    }

    private MatchExpressions measures(io.tidemark.planner.incremental.match.MatchSpec planned) {
        return expressions(planned.output().measures());
    }

    /** Several expressions over one list of values. */
    private MatchExpressions expressions(List<MatchExpression> several) {
        List<MatchValue> values = new ArrayList<>();
        List<RexNode> projections = new ArrayList<>();
        for (MatchExpression one : several) {
            projections.add(one.expression().accept(new RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef ref) {
                    return new RexInputRef(index(one.values().get(ref.getIndex()), values), ref.getType());
                }
            }));
        }
        List<Field> read = new ArrayList<>();
        values.forEach(value -> read.add(new Field("value" + read.size(), TypeMapper.dataType(value.type()))));
        List<Field> results = new ArrayList<>();
        projections.forEach(
                one -> results.add(new Field("result" + results.size(), TypeMapper.dataType(one.getType()))));
        CalcProgram.Factory program = compiler.compile(
                        new Schema(read), Optional.empty(), projections, new Schema(results))
                .programs();
        return new MatchExpressions(values.stream().map(this::value).toList(), program, node.position());
    }

    private static int index(MatchValue value, List<MatchValue> values) {
        if (!values.contains(value)) {
            values.add(value);
        }
        return values.indexOf(value);
    }

    private io.tidemark.runtime.match.MatchValue value(MatchValue value) {
        if (value instanceof MatchValue.Navigation navigation) {
            return new io.tidemark.runtime.match.MatchValue.Navigation(
                    navigation.column(),
                    place(navigation.place()),
                    navigation.whole(),
                    TypeMapper.dataType(navigation.type()));
        }
        if (value instanceof MatchValue.Classifier classifier) {
            return new io.tidemark.runtime.match.MatchValue.Classifier(
                    place(classifier.place()), classifier.whole(), TypeMapper.dataType(classifier.type()));
        }
        if (value instanceof MatchValue.MatchNumber number) {
            return new io.tidemark.runtime.match.MatchValue.MatchNumber(
                    number.whole(), TypeMapper.dataType(number.type()));
        }
        return aggregate((MatchValue.Aggregate) value);
    }

    private io.tidemark.runtime.match.MatchValue aggregate(MatchValue.Aggregate aggregate) {
        Optional<DataType> type = aggregate.argument().map(argument -> TypeMapper.dataType(argument.getType()));
        Optional<CalcProgram.Factory> argument = aggregate
                .argument()
                .map(expression -> compiler.compile(
                                input,
                                Optional.empty(),
                                List.of(expression),
                                Schema.of(new Field("argument", type.orElseThrow())))
                        .programs());
        AccumulatorSpec.Kind kind = argument.isEmpty()
                ? AccumulatorSpec.Kind.COUNT_ALL
                : AccumulatorSpec.Kind.valueOf(aggregate.function().name());
        return new io.tidemark.runtime.match.MatchValue.Aggregate(
                new AccumulatorSpec(kind, argument.isEmpty() ? -1 : 0, -1, TypeMapper.dataType(aggregate.type())),
                argument,
                type,
                bits(aggregate.variables()),
                aggregate.whole());
    }

    private static RowPlace place(Place place) {
        return new RowPlace(
                RowPlace.Anchor.valueOf(place.anchor().name()), bits(place.variables()), place.offset(), place.shift());
    }

    private static long bits(List<Integer> variables) {
        return variables.stream().mapToLong(variable -> 1L << variable).reduce(0, (a, b) -> a | b);
    }
}
