package io.tidemark.runtime.match;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.calc.CalcProgram;
import io.tidemark.runtime.calc.EpochClock;
import io.tidemark.runtime.calc.RowSelection;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Works expressions out for matches, as many at a time as fit in a batch.
 *
 * <p><b>Errors</b>: what an expression fails with is thrown, with its place: a match has no row of its own that could be left out.
 */
final class ValueColumns {

    private final MatchExpressions expressions;
    private final List<String> variables;
    private final RowTable table;
    private final CalcProgram program;
    private final RowSelection selection;
    private final List<AggregateColumn> aggregates = new ArrayList<>();
    private final long[] nothing;

    ValueColumns(MatchExpressions expressions, List<String> variables, Schema input, RowTable table) {
        this.expressions = expressions;
        this.variables = variables;
        this.table = table;
        this.program = expressions.program().create(new EpochClock());
        this.selection = new RowSelection(
                (batch, position, reason) -> {
                    throw reason;
                },
                expressions.position());
        for (MatchValue value : expressions.values()) {
            if (value instanceof MatchValue.Aggregate aggregate) {
                aggregates.add(new AggregateColumn(aggregate, input, table, expressions.position()));
            }
        }
        this.nothing = new long[table.layout().rowSlots()];
        Arrays.fill(nothing, -1);
    }

    /** The values of all expressions for some matches, at most {@link Batch#MAX_ROWS}. */
    List<Column> of(List<MatchView> views) {
        List<Column> columns = new ArrayList<>();
        int aggregate = 0;
        for (MatchValue value : expressions.values()) {
            columns.add(
                    value instanceof MatchValue.Aggregate
                            ? aggregates.get(aggregate++).of(views)
                            : column(value, views));
        }
        return results(columns, views.size());
    }

    private List<Column> results(List<Column> columns, int count) {
        Batch batch = Batch.of(count, columns);
        selection.begin(batch);
        program.filter(batch, selection);
        List<Column> results = new ArrayList<>();
        for (int i = 0; i < program.columnCount(); i++) {
            results.add(program.column(i, batch, selection));
        }
        return results;
    }

    private Column column(MatchValue value, List<MatchView> views) {
        if (value instanceof MatchValue.Navigation navigation) {
            SlabRows found = new SlabRows();
            for (MatchView view : views) {
                add(view.row(at(navigation.place(), navigation.whole(), view)), found);
            }
            return found.key(table.layout(), navigation.column(), navigation.type());
        }
        if (value instanceof MatchValue.Classifier classifier) {
            return names(classifier, views);
        }
        long[] numbers = views.stream().mapToLong(MatchView::number).toArray();
        return new LongColumn(((MatchValue.MatchNumber) value).type(), numbers, null);
    }

    private static int at(RowPlace place, boolean whole, MatchView view) {
        return place.in(view.labels(), view.length(whole));
    }

    private void add(int row, SlabRows into) {
        if (row < 0) {
            into.add(nothing, 0, null);
        } else {
            table.collect(row, into);
        }
    }

    private Column names(MatchValue.Classifier classifier, List<MatchView> views) {
        BytesPool pool = new BytesPool();
        long[] references = new long[views.size()];
        long[] validity = new long[(views.size() + 63) >> 6];
        for (int i = 0; i < references.length; i++) {
            MatchView view = views.get(i);
            int at = at(classifier.place(), classifier.whole(), view);
            boolean known = at >= 0 && at < view.labels().length;
            byte[] name = known ? variables.get(view.labels()[at]).getBytes(StandardCharsets.UTF_8) : new byte[0];
            references[i] = pool.append(name, 0, name.length);
            if (known) {
                validity[i >> 6] |= 1L << i;
            }
        }
        return new BytesColumn(classifier.type(), references, pool, validity);
    }

    /** The results for the rows from one position of a sequence to another, each as the present one; of values that are local. */
    LongColumn local(RowSequence rows, int from, int to) {
        List<Column> columns = new ArrayList<>();
        for (MatchValue value : expressions.values()) {
            MatchValue.Navigation navigation = (MatchValue.Navigation) value;
            SlabRows found = new SlabRows();
            for (int i = from; i < to; i++) {
                int at = i + navigation.place().shift();
                add(at < 0 || at >= rows.size ? -1 : rows.rows[at], found);
            }
            columns.add(found.key(table.layout(), navigation.column(), navigation.type()));
        }
        return (LongColumn) results(columns, to - from).get(0);
    }

    /** The type of a column of numbers. */
    static DataType number() {
        return DataType.of(TypeKind.BIGINT);
    }
}
