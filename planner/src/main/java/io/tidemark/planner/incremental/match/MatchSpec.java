package io.tidemark.planner.incremental.match;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.RelFieldCollation;

/**
 * What a MATCH_RECOGNIZE does with the rows of each partition, in their order.
 *
 * @param partitionColumns the columns of PARTITION BY
 * @param order the columns of ORDER BY; rows that are equal in them are ordered by all their columns
 * @param search what is looked for
 * @param skip where the search goes on after a match
 * @param output what is given out
 */
public record MatchSpec(
        List<Integer> partitionColumns, List<RelFieldCollation> order, Search search, Skip skip, Output output) {

    public MatchSpec {
        partitionColumns = List.copyOf(partitionColumns);
        order = List.copyOf(order);
    }

    /**
     * What is looked for.
     *
     * @param variables the names, in the order of the pattern
     * @param conditions of the variables; empty where every row will do
     * @param atStart whether a match begins with the partition's first row
     * @param atEnd whether it ends with the last
     * @param withinMicros the last row of a match is less than that after the first
     */
    public record Search(
            MatchPattern pattern,
            List<String> variables,
            List<Optional<MatchExpression>> conditions,
            boolean atStart,
            boolean atEnd,
            OptionalLong withinMicros) {
        public Search {
            variables = List.copyOf(variables);
            conditions = List.copyOf(conditions);
        }

        /** How many rows before the first of a match its conditions look at. */
        public int rowsBefore() {
            return reach(false);
        }

        /** How many rows after the one that a condition is about it looks at. */
        public int rowsAfter() {
            return reach(true);
        }

        private int reach(boolean after) {
            int most = 0;
            for (int variable = 0; variable < variables.size(); variable++) {
                List<MatchValue> values =
                        conditions.get(variable).map(MatchExpression::values).orElse(List.of());
                for (MatchValue value : values) {
                    if (value instanceof MatchValue.Navigation navigation) {
                        int shift = navigation.place().shift();
                        most = Math.max(most, after ? shift : -shift - leastBefore(navigation.place(), variable));
                    }
                }
            }
            return most;
        }

        /** How many rows of the match at least come before the one at a place. */
        private int leastBefore(MatchValue.Place place, int defined) {
            if (place.anchor() == MatchValue.Anchor.CURRENT) {
                return LeastBefore.of(pattern, Set.of(defined));
            }
            return LeastBefore.of(pattern, new TreeSet<>(place.variables()));
        }
    }

    /** Where the search goes on after a match; after one without rows it is the next row. */
    public enum SkipKind {
        /** After the last row of the match. */
        PAST_LAST_ROW,
        /** After its first. */
        TO_NEXT_ROW,
        /** At the first row of a variable. */
        TO_FIRST,
        /** At the last. */
        TO_LAST
    }

    /**
     * Where the search goes on.
     *
     * @param variables those of TO_FIRST and TO_LAST
     * @param name what the statement calls them
     */
    public record Skip(SkipKind kind, List<Integer> variables, String name) {
        public Skip {
            variables = List.copyOf(variables);
        }
    }

    /**
     * What is given out: columns of the input, then the measures.
     *
     * @param allRows whether a row for each row of a match, rather than one
     */
    public record Output(List<Integer> columns, List<MatchExpression> measures, boolean allRows) {
        public Output {
            columns = List.copyOf(columns);
            measures = List.copyOf(measures);
        }
    }

    /** Whether matches are numbered. */
    public boolean numbers() {
        boolean inMeasures = output.measures().stream()
                .flatMap(measure -> measure.values().stream())
                .anyMatch(MatchValue.MatchNumber.class::isInstance);
        return inMeasures
                || search.conditions().stream()
                        .flatMap(Optional::stream)
                        .flatMap(condition -> condition.values().stream())
                        .anyMatch(MatchValue.MatchNumber.class::isInstance);
    }
}
