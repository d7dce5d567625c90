package io.tidemark.planner.incremental.match;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;

/** What an expression of DEFINE or MEASURES reads of a match, as far as it has come. NULL where there is no such row. */
public sealed interface MatchValue {

    /** The type; it can be NULL unless the value is always there. */
    RelDataType type();

    /** Whether the whole match is meant (FINAL), rather than the part up to the present row (RUNNING). */
    boolean whole();

    /** Which row a {@link Navigation} begins at. */
    enum Anchor {
        /** The row that a condition is about. */
        CURRENT,
        /** The first of the rows of the variables. */
        FIRST,
        /** The last of them. */
        LAST
    }

    /** Which of the rows of the variables: {@code offset} rows from the anchor towards the other end, then {@code shift} rows of the partition on. */
    record Place(Anchor anchor, List<Integer> variables, int offset, int shift) {
        public Place {
            variables = List.copyOf(variables);
        }
    }

    /** A column of a row of the partition. */
    record Navigation(int column, Place place, boolean whole, RelDataType type) implements MatchValue {}

    /** The aggregates that there are. */
    enum Function {
        COUNT,
        SUM,
        AVG,
        MIN,
        MAX
    }

    /**
     * An aggregate over the rows of the variables.
     *
     * @param argument over the columns of the input; empty for COUNT(*)
     */
    record Aggregate(
            Function function, Optional<RexNode> argument, List<Integer> variables, boolean whole, RelDataType type)
            implements MatchValue {
        public Aggregate {
            variables = List.copyOf(variables);
        }
    }

    /** The name of the variable that the row at a place has been matched to. */
    record Classifier(Place place, boolean whole, RelDataType type) implements MatchValue {}

    /** The number of the match in its partition, from 1. */
    record MatchNumber(boolean whole, RelDataType type) implements MatchValue {}
}
