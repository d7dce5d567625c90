package io.tidemark.runtime.operator;

import static io.tidemark.runtime.testing.OperatorScript.given;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.aggregate.AccumulatorSpec.Kind;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.util.ArrayList;
import java.util.List;

/** Describes aggregates by the first column of the input in few words. */
final class Aggregates {

    private final Schema input;
    private final List<AccumulatorSpec> accumulators = new ArrayList<>();
    private boolean retracts = true;

    private Aggregates(Schema input) {
        this.input = input;
    }

    static Aggregates over(String input) {
        return new Aggregates(TextRows.schema(input));
    }

    Aggregates overAdditions() {
        retracts = false;
        return this;
    }

    /** An aggregate whose result has the type given. */
    Aggregates with(Kind kind, String type, Integer... arguments) {
        return with(kind, type, "", List.of(), arguments);
    }

    /** An aggregate with a constant, and ordered by columns; those below 0 are the bitwise complement of one to be ordered by descending. */
    Aggregates with(Kind kind, String type, String constant, List<Integer> order, Integer... arguments) {
        return add(kind, type, constant, order, false, arguments);
    }

    /** An aggregate of different arguments. */
    Aggregates distinct(Kind kind, String type, String constant, List<Integer> order, Integer... arguments) {
        return add(kind, type, constant, order, true, arguments);
    }

    private Aggregates add(
            Kind kind, String type, String constant, List<Integer> order, boolean distinct, Integer... arguments) {
        List<AccumulatorSpec.Order> by = order.stream()
                .map(column -> new AccumulatorSpec.Order(column < 0 ? ~column : column, column < 0, column < 0))
                .toList();
        accumulators.add(new AccumulatorSpec(
                kind,
                List.of(arguments),
                by,
                constant,
                -1,
                distinct,
                TextRows.schema("r " + type).type(0)));
        return this;
    }

    OperatorScript giving(String output) {
        Schema out = TextRows.schema(output);
        AggregateSpec spec = new AggregateSpec(input, List.of(0), accumulators, List.of(), false, retracts, out);
        return given(input, out, handlers -> new AggregateOperator(spec, handlers));
    }
}
