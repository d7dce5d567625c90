package io.tidemark.trial;

import io.tidemark.planner.incremental.AggregateCall;
import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalOver;
import io.tidemark.planner.incremental.IncrementalSession;
import io.tidemark.planner.incremental.IncrementalTopN;
import io.tidemark.planner.incremental.IncrementalWindow;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.translate.OperatorDecorator;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/** Engines that are wrong in one way: operators with something around them that does what a fault in them would. */
enum Mutant implements OperatorDecorator {

    /** An aggregate that forgets to take rows back. */
    FORGETS_RETRACTIONS {
        @Override
        public Operator decorate(IncrementalNode node, Supplier<Operator> maker) {
            return hasCalls(node)
                    ? new Around(maker.get(), batch -> onlyWhere(batch, p -> batch.weight(p) > 0))
                    : maker.get();
        }
    },

    /** A window function that takes a row on an edge for one of the window before. */
    WINDOW_OFF_BY_ONE {
        @Override
        public Operator decorate(IncrementalNode node, Supplier<Operator> maker) {
            return node instanceof IncrementalWindow window
                    ? new Around(
                            maker.get(), batch -> earlier(batch, window.window().timeColumn()))
                    : maker.get();
        }
    },

    /** An aggregate that takes late rows. */
    ACCEPTS_LATE_ROWS {
        @Override
        public Operator decorate(IncrementalNode node, Supplier<Operator> maker) {
            return node instanceof IncrementalAggregate || node instanceof IncrementalSession
                    ? new Around(maker.get(), batch -> batch.withTags(RowTags.NONE))
                    : maker.get();
        }
    },

    /** A checkpoint that leaves out some groups of an aggregate. */
    RESTART_LOSES_GROUPS {
        @Override
        public Operator decorate(IncrementalNode node, Supplier<Operator> maker) {
            return node instanceof IncrementalAggregate aggregate
                            && !aggregate.groupColumns().isEmpty()
                    ? new Forgetful(maker.get(), maker.get(), aggregate.groupColumns())
                    : maker.get();
        }
    },

    /** DISTINCT, and a count of groups, by whether a row is there instead of how often. */
    DISTINCT_IGNORES_WEIGHTS {
        @Override
        public Operator decorate(IncrementalNode node, Supplier<Operator> maker) {
            return node instanceof IncrementalAggregate && !hasCalls(node)
                    ? new Around(maker.get(), new Presence()::filter)
                    : maker.get();
        }
    },

    /** A watermark that runs ahead of the rows. */
    CLOSES_TOO_EARLY {
        @Override
        public Operator decorate(IncrementalNode node, Supplier<Operator> maker) {
            return node instanceof IncrementalAggregate || node instanceof IncrementalSession
                    ? new Ahead(maker.get())
                    : maker.get();
        }
    },

    /** Ranks of rows that never go. */
    RANKS_FORGET_RETRACTIONS {
        @Override
        public Operator decorate(IncrementalNode node, Supplier<Operator> maker) {
            return node instanceof IncrementalTopN || node instanceof IncrementalOver
                    ? new Around(maker.get(), batch -> onlyWhere(batch, p -> batch.weight(p) > 0))
                    : maker.get();
        }
    },

    /** A session function that leaves every seventh row out. */
    SESSION_LOSES_ROWS {
        @Override
        public Operator decorate(IncrementalNode node, Supplier<Operator> maker) {
            int[] count = new int[1];
            return node instanceof IncrementalSession
                    ? new Around(maker.get(), batch -> onlyWhere(batch, p -> ++count[0] % 7 != 0))
                    : maker.get();
        }
    };

    private static final long SECOND = 1_000_000;

    private static boolean hasCalls(IncrementalNode node) {
        List<AggregateCall> calls = node instanceof IncrementalAggregate aggregate ? aggregate.calls() : List.of();
        return !calls.isEmpty();
    }

    private static Batch onlyWhere(Batch batch, IntPredicate kept) {
        int[] selection = new int[batch.selectedCount()];
        int count = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            if (kept.test(batch.position(i))) {
                selection[count++] = batch.position(i);
            }
        }
        return batch.withSelection(selection, count);
    }

    /** The same with times a micro earlier. */
    private static Batch earlier(Batch batch, int timeColumn) {
        LongColumn times = (LongColumn) batch.column(timeColumn);
        long[] moved = times.values.clone();
        for (int i = 0; i < moved.length; i++) {
            moved[i]--;
        }
        List<Column> columns = new ArrayList<>(batch.columns());
        columns.set(timeColumn, new LongColumn(times.type(), moved, times.validity));
        return batch.withColumns(columns);
    }

    /** What a mutant does to a batch. */
    private interface Change {
        Batch of(Batch batch);
    }

    /** An operator that gets other batches. */
    private static class Around implements Operator {
        private final Operator operator;
        private final Change change;

        Around(Operator operator, Change change) {
            this.operator = operator;
            this.change = change;
        }

        @Override
        public void process(int input, Batch batch, Output out) {
            Batch changed = change.of(batch);
            if (changed.selectedCount() > 0) {
                operator.process(input, changed, out);
            }
        }

        @Override
        public long endEpoch(Epoch epoch, long watermark, Output out) {
            return operator.endEpoch(epoch, watermark, out);
        }

        @Override
        public Optional<OperatorState> state() {
            return operator.state();
        }
    }

    /** An operator whose input's watermark is ahead of it. */
    private static final class Ahead extends Around {
        Ahead(Operator operator) {
            super(operator, batch -> batch);
        }

        @Override
        public long endEpoch(Epoch epoch, long watermark, Output out) {
            boolean known = watermark != Long.MIN_VALUE && watermark != Long.MAX_VALUE;
            return super.endEpoch(epoch, known ? watermark + 4 * SECOND : watermark, out);
        }
    }

    /** Lets a row through when it comes first, and away when it goes first. */
    private static final class Presence {
        private final java.util.Set<List<Object>> present = new java.util.HashSet<>();

        Batch filter(Batch batch) {
            return onlyWhere(batch, position -> {
                List<Object> row = new ArrayList<>();
                batch.columns().forEach(column -> row.add(text(column, position)));
                return batch.weight(position) > 0 ? present.add(row) : present.remove(row);
            });
        }
    }

    private static String text(Column column, int position) {
        return column.isNull(position) ? "NULL" : io.tidemark.runtime.batch.ValueText.ISO.of(column, position);
    }

    /** An operator that writes the state of another one, which has seen only some of the groups. */
    private static final class Forgetful implements Operator, OperatorState {
        private final Operator operator;
        private final Operator written;
        private final List<Integer> groupColumns;

        Forgetful(Operator operator, Operator written, List<Integer> groupColumns) {
            this.operator = operator;
            this.written = written;
            this.groupColumns = groupColumns;
        }

        @Override
        public void process(int input, Batch batch, Output out) {
            operator.process(input, batch, out);
            Batch some = onlyWhere(batch.withTags(RowTags.NONE), position -> {
                int hash = 0;
                for (int column : groupColumns) {
                    hash = hash * 31 + text(batch.column(column), position).hashCode();
                }
                return Math.floorMod(hash, 3) != 0;
            });
            if (some.selectedCount() > 0) {
                written.process(input, some, dropped -> {});
            }
        }

        @Override
        public long endEpoch(Epoch epoch, long watermark, Output out) {
            written.endEpoch(epoch, watermark, dropped -> {});
            return operator.endEpoch(epoch, watermark, out);
        }

        @Override
        public Optional<OperatorState> state() {
            return Optional.of(this);
        }

        @Override
        public String layout() {
            return operator.state().orElseThrow().layout();
        }

        @Override
        public void write(DataOutput out) throws IOException {
            written.state().orElseThrow().write(out);
        }

        @Override
        public void load(DataInput in) throws IOException {
            operator.state().orElseThrow().load(in);
        }

        @Override
        public long rows() {
            return operator.state().orElseThrow().rows();
        }

        @Override
        public long sizeBytes() {
            return operator.state().orElseThrow().sizeBytes();
        }
    }
}
