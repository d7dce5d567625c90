package io.tidemark.runtime.match;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.LatenessJudge;
import io.tidemark.runtime.state.RowOrder;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;

/**
 * What a MATCH_RECOGNIZE does.
 *
 * @param input the columns of the input
 * @param partitionColumns the columns of PARTITION BY
 * @param order the columns of ORDER BY; the first tells the time
 * @param watermark the time column's watermark for an event-time watermark; empty where it has none
 * @param search what is looked for
 * @param output what is given out
 */
public record MatchSpec(
        Schema input,
        List<Integer> partitionColumns,
        List<RowOrder.By> order,
        Optional<LongUnaryOperator> watermark,
        Search search,
        Output output) {

    public MatchSpec {
        partitionColumns = List.copyOf(partitionColumns);
        order = List.copyOf(order);
    }

    /** The column that tells the time. */
    public int timeColumn() {
        return order.get(0).key();
    }

    /** What tells late rows: those whose time their own watermark has passed, wherever the matches are. */
    public LatenessJudge judge(LateRowHandler late) {
        List<ClosingKey> closing = watermark
                .map(passed -> List.of(new ClosingKey(0, passed, "MATCH_RECOGNIZE at")))
                .orElse(List.of());
        return new LatenessJudge(closing, List.of(timeColumn()), late);
    }

    /**
     * What is looked for.
     *
     * @param states the pattern
     * @param variables the names of the variables
     * @param conditions theirs; empty where every row will do
     * @param ends where in the partition and in time a match lies
     * @param skip where the search goes on
     * @param reach how far conditions look
     */
    public record Search(
            PatternStates states,
            List<String> variables,
            List<Optional<MatchExpressions>> conditions,
            Ends ends,
            Skip skip,
            Reach reach) {

        public Search {
            variables = List.copyOf(variables);
            conditions = List.copyOf(conditions);
        }
    }

    /**
     * Where a match lies.
     *
     * @param atStart whether it begins with the partition's first row
     * @param atEnd whether it ends with the last
     * @param within its last row is less than that after its first, in the unit of the time column
     */
    public record Ends(boolean atStart, boolean atEnd, OptionalLong within) {}

    /**
     * Where the search goes on after a match; after one without rows it is the next row.
     *
     * @param variables those of TO_FIRST and TO_LAST, as bits
     * @param name what the statement calls them
     * @param position where the statement says so
     */
    public record Skip(Kind kind, long variables, String name, SourcePosition position) {

        /** The ways to go on. */
        public enum Kind {
            /** After the last row of the match. */
            PAST_LAST_ROW,
            /** After its first. */
            TO_NEXT_ROW,
            /** At the first row of the variables. */
            TO_FIRST,
            /** At the last. */
            TO_LAST
        }
    }

    /**
     * How far conditions look.
     *
     * @param before how many rows before the first of a match
     * @param after how many rows after the present one
     */
    public record Reach(int before, int after) {}

    /**
     * What is given out.
     *
     * @param schema the columns of the input, then the measures
     * @param columns those of the input
     * @param measures what computes the others
     * @param allRows whether a row for each row of a match
     * @param numbered whether the number of a match counts
     */
    public record Output(
            Schema schema, List<Integer> columns, MatchExpressions measures, boolean allRows, boolean numbered) {

        public Output {
            columns = List.copyOf(columns);
        }
    }
}
