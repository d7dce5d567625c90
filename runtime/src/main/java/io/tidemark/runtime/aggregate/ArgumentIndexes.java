package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.state.ArgumentIndex;
import io.tidemark.runtime.state.ArgumentIndexSpec;
import io.tidemark.runtime.state.RowTable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The {@link ArgumentIndex}es that the aggregates of an operator share. Payload slots: the number of the group, from 1, then one an index; none
 * if there is no index.
 */
final class ArgumentIndexes {

    private final List<ArgumentIndexSpec> specs = new ArrayList<>();
    private final List<ArgumentIndex> indexes = new ArrayList<>();
    private int numberSlot;
    private long lastNumber;

    /** Which index an aggregate uses, and which of its variants. */
    record Use(int index, int variant) {}

    /** Asks for an index of one variant, which may be shared with other aggregates. Before {@link #bind}. */
    Use use(ArgumentIndexSpec wanted) {
        for (int i = 0; i < specs.size(); i++) {
            ArgumentIndexSpec present = specs.get(i);
            if (present.equals(wanted)) {
                return new Use(i, 0);
            }
            if (wanted.keeping() == ArgumentIndexSpec.Keeping.HASHED
                    && present.withFilters(wanted.filters()).equals(wanted)) {
                return shared(i, present, wanted.filters().get(0));
            }
        }
        specs.add(wanted);
        return new Use(specs.size() - 1, 0);
    }

    private Use shared(int index, ArgumentIndexSpec present, int filter) {
        List<Integer> filters = new ArrayList<>(present.filters());
        if (!filters.contains(filter)) {
            filters.add(filter);
            specs.set(index, present.withFilters(filters));
        }
        return new Use(index, filters.indexOf(filter));
    }

    int slots() {
        return specs.isEmpty() ? 0 : 1 + specs.size();
    }

    void bind(RowTable groups, int firstPayload) {
        numberSlot = groups.layout().payloadSlot(firstPayload);
        for (ArgumentIndexSpec spec : specs) {
            indexes.add(new ArgumentIndex(spec, groups, firstPayload, firstPayload + 1 + indexes.size()));
        }
    }

    ArgumentIndex of(Use use) {
        return indexes.get(use.index());
    }

    void update(RowUpdates updates) {
        if (indexes.isEmpty()) {
            return;
        }
        for (int i = 0; i < updates.count; i++) {
            int row = updates.rows[i];
            long[] page = updates.pages[row >> updates.pageShift];
            int at = (row & updates.pageMask) * updates.rowSlots + numberSlot;
            if (page[at] == 0) {
                page[at] = ++lastNumber;
            }
        }
        for (ArgumentIndex index : indexes) {
            index.update(updates.batch(), updates.positions, updates.rows, updates.count);
        }
    }

    void endEpoch() {
        indexes.forEach(ArgumentIndex::endEpoch);
    }

    void clearChanged(int groupRow) {
        for (ArgumentIndex index : indexes) {
            index.clearChanged(groupRow);
        }
    }

    void release(int groupRow) {
        for (ArgumentIndex index : indexes) {
            index.release(groupRow);
        }
    }

    void clear() {
        indexes.forEach(ArgumentIndex::clear);
    }

    void write(DataOutput out) throws IOException {
        for (ArgumentIndex index : indexes) {
            index.write(out);
        }
    }

    void load(DataInput in, RowTable groups) throws IOException {
        if (indexes.isEmpty()) {
            return;
        }
        lastNumber = 0;
        for (int row = groups.nextRow(0); row >= 0; row = groups.nextRow(row + 1)) {
            lastNumber = Math.max(lastNumber, groups.page(row)[groups.base(row) + numberSlot]);
        }
        for (ArgumentIndex index : indexes) {
            index.load(in);
        }
    }

    List<String> layout() {
        return indexes.stream().map(ArgumentIndex::layout).toList();
    }

    long rows() {
        return indexes.stream().mapToLong(ArgumentIndex::rows).sum();
    }

    long sizeBytes() {
        return indexes.stream().mapToLong(ArgumentIndex::sizeBytes).sum();
    }
}
