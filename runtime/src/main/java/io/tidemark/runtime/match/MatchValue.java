package io.tidemark.runtime.match;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.calc.CalcProgram;
import java.util.List;
import java.util.Optional;

/** What an expression reads of a match; {@code whole} says that it is of the whole match, rather than of the part up to the present row. */
public sealed interface MatchValue {

    /** Whether the whole match is meant. */
    boolean whole();

    /** A column of a row. */
    record Navigation(int column, RowPlace place, boolean whole, DataType type) implements MatchValue {}

    /** The name of the variable of a row. */
    record Classifier(RowPlace place, boolean whole, DataType type) implements MatchValue {}

    /** The number of the match. */
    record MatchNumber(boolean whole, DataType type) implements MatchValue {}

    /**
     * An aggregate over the rows of some variables.
     *
     * @param spec the aggregate; its argument, if there is one, is column 0
     * @param argument what computes that from the columns of the input
     * @param argumentType its type
     * @param variables the variables, as bits
     */
    record Aggregate(
            AccumulatorSpec spec,
            Optional<CalcProgram.Factory> argument,
            Optional<DataType> argumentType,
            long variables,
            boolean whole)
            implements MatchValue {}

    /** Whether a value is known from the rows around the present one alone, whatever has been matched before. */
    static boolean areLocal(List<MatchValue> values) {
        return values.stream()
                .allMatch(value -> value instanceof Navigation navigation
                        && navigation.place().anchor() == RowPlace.Anchor.CURRENT);
    }
}
