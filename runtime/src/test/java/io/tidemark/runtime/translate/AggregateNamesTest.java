package io.tidemark.runtime.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.planner.incremental.AggregateCall;
import io.tidemark.runtime.aggregate.AccumulatorSpec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The planner's aggregate functions are found by name in the engine. */
class AggregateNamesTest {

    @Test
    void eachFunctionIsAKindAndOnlyTheCountOfAllRowsIsMore() {
        List<String> functions =
                Stream.of(AggregateCall.Function.values()).map(Enum::name).toList();
        List<String> kinds = Stream.of(AccumulatorSpec.Kind.values())
                .filter(kind -> kind != AccumulatorSpec.Kind.COUNT_ALL)
                .map(Enum::name)
                .toList();
        assertThat(kinds).containsExactlyInAnyOrderElementsOf(functions);
    }
}
