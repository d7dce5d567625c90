package io.tidemark.runtime.match;

import io.tidemark.runtime.aggregate.Accumulators;
import io.tidemark.runtime.aggregate.RowUpdates;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.calc.CalcProgram;
import io.tidemark.runtime.calc.EpochClock;
import io.tidemark.runtime.calc.RowSelection;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** An aggregate of each of some matches: what GROUP BY the number of the match would give. <b>Cost</b>: O(rows of the matches). */
final class AggregateColumn {

    private final MatchValue.Aggregate aggregate;
    private final Schema input;
    private final RowTable rows;
    private final Accumulators accumulators;
    private final RowTable groups;
    private final RowUpdates updates = new RowUpdates();
    private final Optional<CalcProgram> argument;
    private final RowSelection selection;
    private final SlabRows pending = new SlabRows();
    private final int[] groupOf = new int[Batch.MAX_ROWS];
    private final int[] positions = IntStream.range(0, Batch.MAX_ROWS).toArray();

    /**
     * Makes one.
     *
     * @param input the columns of the rows
     * @param rows where they lie
     */
    AggregateColumn(MatchValue.Aggregate aggregate, Schema input, RowTable rows, SourcePosition position) {
        this.aggregate = aggregate;
        this.input = input;
        this.rows = rows;
        Schema arguments = aggregate
                .argumentType()
                .map(type -> Schema.of(new Field("argument", type)))
                .orElse(Schema.of());
        this.accumulators = new Accumulators(List.of(aggregate.spec()), arguments, false);
        this.groups = new RowTable(
                new RowLayout(List.of(PhysicalKind.INT64), accumulators.slots(), accumulators.references()), 0);
        accumulators.bind(groups, 0);
        this.argument = aggregate.argument().map(factory -> factory.create(new EpochClock()));
        this.selection = new RowSelection(
                (batch, at, reason) -> {
                    throw reason;
                },
                position);
    }

    Column of(List<MatchView> views) {
        int count = views.size();
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i;
        }
        int[] found = new int[count];
        groups.locate(List.of(new LongColumn(ValueColumns.number(), numbers, null)), positions, count, found);
        for (int i = 0; i < count; i++) {
            MatchView view = views.get(i);
            int length = view.length(aggregate.whole());
            for (int at = 0; at < length; at++) {
                if ((aggregate.variables() >>> view.labels()[at] & 1) != 0) {
                    groupOf[pending.count()] = found[i];
                    rows.collect(view.row(at), pending);
                    if (pending.isFull()) {
                        absorb();
                    }
                }
            }
        }
        absorb();
        accumulators.endEpoch();
        SlabRows results = new SlabRows();
        for (int i = 0; i < count; i++) {
            accumulators.settle(groups, found[i]);
            groups.collect(found[i], results);
        }
        Column column = accumulators.results(results).get(0);
        groups.clear();
        accumulators.clear();
        return column;
    }

    private void absorb() {
        int count = pending.count();
        if (count == 0) {
            return;
        }
        List<Column> columns = new ArrayList<>();
        if (argument.isPresent()) {
            List<Column> all = new ArrayList<>();
            for (int i = 0; i < input.size(); i++) {
                all.add(pending.key(rows.layout(), i, input.type(i)));
            }
            Batch batch = Batch.of(count, all);
            selection.begin(batch);
            argument.get().filter(batch, selection);
            columns.add(argument.get().column(0, batch, selection));
        }
        groups.addWeights(groupOf, positions, count, null);
        updates.set(Batch.of(count, columns), groups, positions, groupOf, count);
        accumulators.update(updates);
        pending.clear();
    }
}
