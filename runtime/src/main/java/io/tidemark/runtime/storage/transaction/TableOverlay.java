package io.tidemark.runtime.storage.transaction;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.storage.InternalTable;
import io.tidemark.runtime.storage.StorageCommit;
import io.tidemark.runtime.storage.TableChange;
import io.tidemark.runtime.storage.versioned.RowWriter;
import io.tidemark.runtime.storage.versioned.VersionedRows;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot.KeyLookup;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A table as a transaction sees it: the version at which it began, without the rows that it has taken away or replaced ({@code gone}), with
 * those that it has added ({@code own}). Not thread-safe.
 *
 * <p>A change is made whole or not at all. With a primary key, {@code gone} has the row that each changed key had in the version begun with, if
 * it had one; so that what the commit expects to find is known for every key.
 */
final class TableOverlay implements AutoCloseable {

    private final InternalTable table;
    private final VersionedSnapshot base;
    private @Nullable Changes changes;
    private final List<VersionedSnapshot> reading = new ArrayList<>();
    private final List<Integer> allColumns;
    private boolean onlyUpserts = true;

    /** What the transaction has added and taken away; made with its first change. */
    private static final class Changes {
        private final VersionedRows own;
        private final VersionedRows gone;
        private long version;

        Changes(InternalTable table) {
            this.own = new VersionedRows(table.schema(), table.keyColumns());
            this.gone = new VersionedRows(table.schema(), table.keyColumns());
        }

        void publish() {
            version++;
            own.publish(version);
            gone.publish(version);
        }

        void rollback() {
            own.rollback();
            gone.rollback();
        }
    }

    /**
     * What the transaction had changed at one moment.
     *
     * @param own what it had added; nothing if it had changed nothing
     * @param gone what it had taken away
     */
    record Mark(Optional<VersionedSnapshot> own, Optional<VersionedSnapshot> gone, boolean onlyUpserts) {

        static final Mark NOTHING = new Mark(Optional.empty(), Optional.empty(), true);

        void close() {
            own.ifPresent(VersionedSnapshot::close);
            gone.ifPresent(VersionedSnapshot::close);
        }
    }

    /** Sees the table as it is now. */
    TableOverlay(InternalTable table) {
        this.table = table;
        this.base = table.pin();
        this.allColumns = IntStream.range(0, table.schema().size()).boxed().toList();
    }

    private boolean isKeyed() {
        return !table.keyColumns().isEmpty();
    }

    /** How many rows the transaction has changed. */
    long changedRows() {
        Changes made = changes;
        return made == null ? 0 : made.own.rows() + made.gone.rows();
    }

    boolean isChanged() {
        return changedRows() > 0;
    }

    /** Adds rows; with a primary key they take the place of those of the same key. */
    void upsert(List<Batch> rows) {
        change(made -> rows.forEach(batch -> {
            table.requireNotNull(batch);
            replaceBase(made, batch);
            addOwn(made, batch);
        }));
    }

    /** Takes rows away, as the transaction has read them. */
    void delete(List<Batch> oldRows) {
        change(made -> oldRows.forEach(batch -> remove(made, batch)));
        onlyUpserts = false;
    }

    /** Replaces rows, as the transaction has read them, by others. */
    void update(List<Batch> oldRows, List<Batch> newRows) {
        change(made -> {
            oldRows.forEach(batch -> remove(made, batch));
            for (Batch batch : newRows) {
                table.requireNotNull(batch);
                requireFreeKeys(made, batch);
                addOwn(made, batch);
            }
        });
        onlyUpserts = false;
    }

    /** Notes what has been changed so far. */
    Mark mark() {
        Changes made = changes;
        return made == null
                ? Mark.NOTHING
                : new Mark(Optional.of(made.own.pin()), Optional.of(made.gone.pin()), onlyUpserts);
    }

    /** Takes back what has been changed since. */
    void restore(Mark mark) {
        reading.forEach(VersionedSnapshot::close);
        reading.clear();
        changes = null;
        onlyUpserts = mark.onlyUpserts();
        if (mark.own().isPresent()) {
            Changes restored = new Changes(table);
            mark.own().get().scan().forEachRemaining(batch -> copy(batch, restored.own));
            mark.gone().ifPresent(rows -> rows.scan().forEachRemaining(batch -> copy(batch, restored.gone)));
            restored.publish();
            changes = restored;
        }
    }

    private static void copy(Batch batch, VersionedRows to) {
        RowWriter writer = to.writer(batch);
        for (int i = 0; i < batch.selectedCount(); i++) {
            writer.apply(batch.position(i), batch.weight(batch.position(i)));
        }
    }

    private void change(Consumer<Changes> action) {
        reading.forEach(VersionedSnapshot::close);
        reading.clear();
        Changes made = changes == null ? new Changes(table) : changes;
        try {
            action.accept(made);
        } catch (RuntimeException e) {
            made.rollback();
            throw e;
        }
        made.publish();
        changes = made;
    }

    private static void addOwn(Changes made, Batch batch) {
        RowWriter writer = made.own.writer(batch);
        for (int i = 0; i < batch.selectedCount(); i++) {
            writer.apply(batch.position(i), 1);
        }
    }

    /** Notes what the keys of a batch had in the version begun with. */
    private void replaceBase(Changes made, Batch batch) {
        if (isKeyed()) {
            Batch replaced = base.lookup(keys(batch), allColumns);
            RowWriter writer = made.gone.writer(replaced);
            for (int i = 0; i < replaced.selectedCount(); i++) {
                int position = replaced.position(i);
                if (!writer.containsKey(position)) {
                    writer.apply(position, 1);
                }
            }
        }
    }

    private Batch keys(Batch batch) {
        return batch.withColumns(table.keyColumns().stream().map(batch::column).toList());
    }

    private static void remove(Changes made, Batch batch) {
        RowWriter fromOwn = made.own.writer(batch);
        RowWriter toGone = made.gone.writer(batch);
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            if (fromOwn.containsRow(position)) {
                fromOwn.apply(position, -1);
            } else {
                toGone.apply(position, 1);
            }
        }
    }

    private void requireFreeKeys(Changes made, Batch batch) {
        if (!isKeyed()) {
            return;
        }
        RowWriter writer = made.own.writer(batch);
        for (int i = 0; i < batch.selectedCount(); i++) {
            if (writer.containsKey(batch.position(i))) {
                throw table.duplicateKey(batch, batch.position(i));
            }
        }
        Batch present = base.lookup(keys(batch), allColumns);
        RowWriter taken = made.gone.writer(present);
        for (int i = 0; i < present.selectedCount(); i++) {
            if (!taken.containsKey(present.position(i))) {
                throw table.duplicateKey(present, present.position(i));
            }
        }
    }

    /** The rows as the transaction sees them, all or those of some keys. */
    Iterator<Batch> read(Optional<KeyLookup> lookup, List<Integer> columns) {
        Changes made = changes;
        if (made == null) {
            return lookup.map(keys -> base.lookup(keys, columns)).orElseGet(() -> base.scan(columns));
        }
        Iterator<Batch> before =
                lookup.map(keys -> base.lookup(keys, allColumns)).orElseGet(base::scan);
        VersionedSnapshot added = pinned(made.own);
        Iterator<Batch> after = lookup.map(keys -> added.lookup(keys, columns)).orElseGet(() -> added.scan(columns));
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return before.hasNext() || after.hasNext();
            }

            @Override
            public Batch next() {
                return before.hasNext() ? project(without(made, before.next()), columns) : after.next();
            }
        };
    }

    private VersionedSnapshot pinned(VersionedRows rows) {
        VersionedSnapshot snapshot = rows.pin();
        reading.add(snapshot);
        return snapshot;
    }

    private static Batch project(Batch batch, List<Integer> columns) {
        List<Column> projected = columns.stream().map(batch::column).toList();
        return batch.withColumns(projected);
    }

    private Batch without(Changes made, Batch batch) {
        RowWriter writer = made.gone.writer(batch);
        int[] kept = new int[batch.selectedCount()];
        int count = 0;
        int[] weights = null;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            if (!writer.containsKey(position)) {
                kept[count++] = position;
            } else if (!isKeyed()) {
                int left = batch.weight(position) - weight(made.gone, batch, position);
                if (left > 0) {
                    weights = weights == null ? weights(batch) : weights;
                    weights[position] = left;
                    kept[count++] = position;
                }
            }
        }
        Batch rest = batch.withSelection(kept, count);
        return weights == null ? rest : rest.withWeights(weights);
    }

    private static int[] weights(Batch batch) {
        return IntStream.range(0, batch.rowCount()).map(batch::weight).toArray();
    }

    private static int weight(VersionedRows rows, Batch batch, int position) {
        try (VersionedSnapshot snapshot = rows.pin()) {
            Batch found = snapshot.lookup(batch.withSelection(new int[] {position}, 1), List.of());
            return found.selectedCount() == 0 ? 0 : found.weight(found.position(0));
        }
    }

    /**
     * What a commit changes of the table.
     *
     * @param overwriting whether rows that were only added may take the place of what others have committed meanwhile
     */
    StorageCommit commit(boolean overwriting) {
        Changes made = changes;
        if (made == null) {
            return new StorageCommit.OfTable(table, List.of());
        }
        TableChange change = overwriting && onlyUpserts
                ? new TableChange.Upsert(all(made.own))
                : new TableChange.Expected(all(made.gone), all(made.own));
        return new StorageCommit.OfTable(table, List.of(change));
    }

    private List<Batch> all(VersionedRows rows) {
        List<Batch> batches = new ArrayList<>();
        pinned(rows).scan().forEachRemaining(batches::add);
        return batches;
    }

    @Override
    public void close() {
        reading.forEach(VersionedSnapshot::close);
        base.close();
    }
}
