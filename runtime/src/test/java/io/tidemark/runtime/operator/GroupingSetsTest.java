package io.tidemark.runtime.operator;

import static io.tidemark.runtime.testing.OperatorScript.given;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.aggregate.AccumulatorSpec.Kind;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.testing.TextRows;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class GroupingSetsTest {

    @Test
    void eachRowComesOnceForEachSet() {
        Schema input = TextRows.schema("a VARCHAR, d DECIMAL(30,1), x DOUBLE, v INT");
        Schema output = TextRows.schema("a VARCHAR, d DECIMAL(30,1), x DOUBLE, set BIGINT, v INT, a0 VARCHAR");
        ExpandSpec spec = new ExpandSpec(
                List.of(0, 1, 2), List.of(List.of(0, 1, 2), List.of(1), List.of()), List.of(3, 0), output);
        given(input, output, handlers -> new ExpandOperator(spec))
                .step("p 1.5 2.5 7", "q . 0.0 8 -2")
                .expect(
                        "p 1.5 2.5 0 7 p",
                        ". 1.5 . 1 7 p",
                        ". . . 2 7 p",
                        "q . 0.0 0 8 q -2",
                        ". . . 1 8 q -2",
                        ". . . 2 8 q -2")
                .run();
    }

    @Test
    void theSetWithoutColumnsHasItsGroupFromTheFirstEpochOn() {
        Schema input = TextRows.schema("a VARCHAR, set BIGINT, v INT");
        Schema output = TextRows.schema("a VARCHAR, set BIGINT, n BIGINT, m INT");
        List<AccumulatorSpec> accumulators = List.of(
                new AccumulatorSpec(Kind.COUNT_ALL, -1, -1, output.type(2)),
                new AccumulatorSpec(Kind.MAX, 2, -1, output.type(3)));
        AggregateSpec spec = new AggregateSpec(
                input, List.of(0, 1), accumulators, List.of(), false, true, OptionalLong.of(1), output);
        given(input, output, handlers -> new AggregateOperator(spec, handlers))
                .step()
                .expect(". 1 0 .")
                .step("p 0 5", ". 1 5", ". 0 6", ". 1 6")
                .expect(". 1 0 . -1", "p 0 1 5", ". 0 1 6", ". 1 2 6")
                .step("p 0 5 -1", ". 1 5 -1", ". 0 6 -1", ". 1 6 -1")
                .expect("p 0 1 5 -1", ". 0 1 6 -1", ". 1 2 6 -1", ". 1 0 .")
                .expectStateRows(1)
                .step()
                .expect()
                .run();
    }
}
