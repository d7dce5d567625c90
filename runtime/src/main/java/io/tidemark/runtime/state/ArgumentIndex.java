package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.sql.error.CodedException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The different arguments that the rows of each group have, with the sums of their weights, for the aggregates that have to know them all.
 *
 * <p>An entry is a row of a {@link RowTable}: its key the group's number and the argument's columns, its payload
 *
 * <pre>
 * | link      | the entries of the group before and after it: previous + 1 in the upper half, next + 1 in the lower; of no use in the file
 * | group row | the group's row + 1; of no use in the file
 * | weight …  | where there are several variants, the weight among the rows that each one's filter takes
 * </pre>
 *
 * A group's row gives two payload slots to it: the number of the group, which all indexes share and which the owner writes, and the {@code head}:
 * the first entry + 1, and, as {@link #CHANGED}, whether an entry has changed since {@link #clearChanged}.
 *
 * <p><b>Cost</b>: a state row an argument and group, 20 to 80 bytes more where it is ordered; O(1) a row that comes in, O(log n) more where it
 * brings or takes the last of an argument that is ordered. <b>Errors</b>: INTERNAL when an argument's weight is negative after an epoch.
 */
public final class ArgumentIndex {

    private static final long CHANGED = 1L << 32;
    private static final long LOW_HALF = 0xFFFFFFFFL;
    private static final int FIXED_SLOTS = 2;
    private static final DataType NUMBER = DataType.of(TypeKind.BIGINT).withNullable(false);

    private final ArgumentIndexSpec spec;
    private final RowTable groups;
    private final int numberSlot;
    private final int headSlot;
    private final RowTable entries;
    private final RowOrder order;
    private final @Nullable OrderedIndex ordered;
    private final ArgumentChanges[] changes;
    private final RowNumbers touched = new RowNumbers();
    private final RowNumbers beaten = new RowNumbers();
    private final int linkSlot;
    private final int groupSlot;
    private final int[] positions = new int[Batch.MAX_ROWS];
    private final int[] groupRows = new int[Batch.MAX_ROWS];
    private final int[] found = new int[Batch.MAX_ROWS];
    private final long[] numbers = new long[Batch.MAX_ROWS];

    /**
     * Makes an empty one.
     *
     * @param groups the rows of the groups
     * @param numberPayload the payload slot of a group's row that holds the group's number, which is not 0
     * @param headPayload the payload slot that is this index's own
     */
    public ArgumentIndex(ArgumentIndexSpec spec, RowTable groups, int numberPayload, int headPayload) {
        this.spec = spec;
        this.groups = groups;
        this.numberSlot = groups.layout().payloadSlot(numberPayload);
        this.headSlot = groups.layout().payloadSlot(headPayload);
        List<PhysicalKind> kinds = new ArrayList<>(List.of(PhysicalKind.INT64));
        kinds.addAll(spec.kinds());
        int variants = spec.filters().size();
        RowLayout layout = new RowLayout(kinds, FIXED_SLOTS + (variants > 1 ? variants : 0), List.of());
        this.entries = new RowTable(layout, 0);
        this.linkSlot = layout.payloadSlot(0);
        this.groupSlot = layout.payloadSlot(1);
        this.changes = new ArgumentChanges[variants];
        for (int variant = 0; variant < variants; variant++) {
            int slot = variants > 1 ? layout.payloadSlot(FIXED_SLOTS + variant) : layout.weightSlot();
            changes[variant] = new ArgumentChanges(spec.filters().get(variant), slot);
        }
        List<RowOrder.By> by = spec.order().stream()
                .map(key -> new RowOrder.By(key.key() + 1, key.descending(), key.nullsFirst()))
                .toList();
        this.order = new RowOrder(entries, by);
        this.ordered = spec.keeping() == ArgumentIndexSpec.Keeping.ORDERED ? new OrderedIndex(order) : null;
    }

    /**
     * Takes rows of a batch in, at most one a position.
     *
     * @param rowsOfGroups the row of the group of each
     */
    public void update(Batch batch, int[] inPositions, int[] rowsOfGroups, int inCount) {
        int count = select(batch, inPositions, rowsOfGroups, inCount);
        List<Column> keys = new ArrayList<>(spec.columns().size() + 1);
        keys.add(new LongColumn(NUMBER, numbers, null));
        for (int column : spec.columns()) {
            keys.add(batch.column(column));
        }
        entries.locate(keys, positions, count, found);
        for (ArgumentChanges change : changes) {
            change.clear();
        }
        for (int i = 0; i < count; i++) {
            addWeight(batch, i);
        }
        for (int i = 0; i < beaten.count(); i++) {
            entries.free(beaten.get(i));
        }
        beaten.clear();
    }

    /** Keeps the rows that some variant takes, and numbers them by group. */
    private int select(Batch batch, int[] inPositions, int[] rowsOfGroups, int inCount) {
        int count = 0;
        for (int i = 0; i < inCount; i++) {
            int position = inPositions[i];
            if (isTaken(batch, position)) {
                long[] page = groups.page(rowsOfGroups[i]);
                int base = groups.base(rowsOfGroups[i]);
                positions[count] = position;
                groupRows[count++] = rowsOfGroups[i];
                numbers[position] = page[base + numberSlot];
                page[base + headSlot] |= CHANGED;
            }
        }
        return count;
    }

    private boolean isTaken(Batch batch, int position) {
        for (int column : spec.required()) {
            if (batch.column(column).isNull(position)) {
                return false;
            }
        }
        for (ArgumentChanges change : changes) {
            if (change.takes(batch, position)) {
                return true;
            }
        }
        return false;
    }

    private void addWeight(Batch batch, int i) {
        int position = positions[i];
        int weight = batch.weights == null ? 1 : batch.weights[position];
        int entry = found[i];
        long[] page = entries.page(entry);
        int base = entries.base(entry);
        if (page[base + groupSlot] == 0) {
            page[base + groupSlot] = groupRows[i] + 1L;
            add(entry, groupRows[i]);
        }
        int slot = base + entries.layout().weightSlot();
        long before = page[slot];
        page[slot] = before + weight;
        if (weight < 0) {
            requireRetractions();
        }
        if (page[slot] <= 0) {
            touched.add(entry);
        }
        if (changes.length == 1) {
            changes[0].note(position, groupRows[i], before, page[slot]);
            return;
        }
        for (ArgumentChanges change : changes) {
            if (change.takes(batch, position)) {
                int at = base + change.weightSlot();
                before = page[at];
                page[at] = before + weight;
                change.note(position, groupRows[i], before, page[at]);
            }
        }
    }

    private void requireRetractions() {
        if (spec.keeping() == ArgumentIndexSpec.Keeping.FIRST) {
            throw CodedException.internal(
                    "a row with negative weight reached an aggregate that keeps one argument, which only takes additions");
        }
    }

    private void add(int entry, int groupRow) {
        if (spec.keeping() == ArgumentIndexSpec.Keeping.FIRST) {
            int present = head(groupRow);
            boolean better = present < 0 || order.compare(entry, present) < 0;
            if (better) {
                setHead(groupRow, entry);
            }
            if (present >= 0) {
                beaten.add(better ? present : entry);
            }
            return;
        }
        int next = head(groupRow);
        setLink(entry, -1, next);
        if (next >= 0) {
            setLink(next, entry, next(next));
        }
        setHead(groupRow, entry);
        if (ordered != null) {
            ordered.insert(number(groupRow), entry);
        }
    }

    /** What a variant's rows that were taken in last changed: the arguments that came (+1) and went (-1). Valid until the next update. */
    public ArgumentChanges changes(int variant) {
        return changes[variant];
    }

    /** Frees the arguments that the epoch has taken the last of. Before the groups are read. */
    public void endEpoch() {
        touched.sort();
        for (int i = 0; i < touched.count(); i++) {
            int entry = touched.get(i);
            boolean repeated = i > 0 && touched.get(i - 1) == entry;
            long weight = repeated ? 1 : entries.weight(entry);
            if (weight < 0) {
                throw CodedException.internal(
                        "an argument of an aggregate has weight " + weight + ": more was taken back than had come");
            }
            if (weight == 0) {
                remove(entry);
            }
        }
        touched.clear();
        entries.endEpoch();
    }

    private void remove(int entry) {
        int groupRow = (int) entries.page(entry)[entries.base(entry) + groupSlot] - 1;
        int previous = previous(entry);
        int next = next(entry);
        if (previous < 0) {
            setHead(groupRow, next);
        } else {
            setLink(previous, previous(previous), next);
        }
        if (next >= 0) {
            setLink(next, previous, next(next));
        }
        free(entry, number(groupRow));
    }

    private void free(int entry, long number) {
        if (ordered != null) {
            ordered.remove(number, entry);
        }
        entries.free(entry);
    }

    /** Forgets the arguments of a group that is about to be freed. */
    public void release(int groupRow) {
        int entry = head(groupRow);
        while (entry >= 0) {
            int next = next(entry);
            free(entry, number(groupRow));
            entry = next;
        }
        setHead(groupRow, -1);
    }

    /** Whether an argument of a group, or its weight, has changed. */
    public boolean isChanged(int groupRow) {
        return (groups.page(groupRow)[groups.base(groupRow) + headSlot] & CHANGED) != 0;
    }

    /** Takes note that a group has been read. */
    public void clearChanged(int groupRow) {
        groups.page(groupRow)[groups.base(groupRow) + headSlot] &= ~CHANGED;
    }

    /** The entry of a group's first argument, or -1. Where ordered. */
    public int first(int groupRow) {
        return ordered == null ? head(groupRow) : ordered.first(number(groupRow));
    }

    /** The entry of a group's last argument, or -1. Where all are kept in order. */
    public int last(int groupRow) {
        return ordered().last(number(groupRow));
    }

    /** The entries of a group's arguments in order. Where all are kept in order. */
    public Entries entries(int groupRow) {
        return ordered().cursor(number(groupRow))::next;
    }

    private OrderedIndex ordered() {
        if (ordered == null) {
            throw CodedException.internal("arguments that are not ordered were asked for in order");
        }
        return ordered;
    }

    /** Entries one after the other. */
    @FunctionalInterface
    public interface Entries {
        /** The next one, or -1. */
        int next();
    }

    /** The rows that the entries are: their key column {@code c + 1} is the {@code c}-th column kept, and their weight is how often it is there. */
    public RowTable table() {
        return entries;
    }

    /** Writes the arguments. Between epochs. */
    public void write(DataOutput out) throws IOException {
        entries.write(out);
    }

    /** Loads what {@link #write} wrote, once the groups are loaded. */
    public void load(DataInput in) throws IOException {
        clear();
        entries.load(in);
        Map<Long, Integer> rowsByNumber = new HashMap<>();
        for (int row = groups.nextRow(0); row >= 0; row = groups.nextRow(row + 1)) {
            groups.page(row)[groups.base(row) + headSlot] = CHANGED;
            rowsByNumber.put(number(row), row);
        }
        for (int entry = entries.nextRow(0); entry >= 0; entry = entries.nextRow(entry + 1)) {
            long[] page = entries.page(entry);
            int base = entries.base(entry);
            Integer groupRow = rowsByNumber.get(page[base + entries.layout().keySlot(0)]);
            if (groupRow == null) {
                throw CodedException.internal("an argument was loaded whose group is not there");
            }
            page[base + linkSlot] = 0;
            page[base + groupSlot] = groupRow + 1L;
            add(entry, groupRow);
        }
    }

    /** Forgets everything; the groups are gone too. */
    public void clear() {
        entries.clear();
        touched.clear();
        if (ordered != null) {
            ordered.clear();
        }
    }

    /** What a file's layout depends on. */
    public String layout() {
        return spec.keeping() + " " + spec.columns() + entries.layout();
    }

    /** The number of arguments held. */
    public long rows() {
        return entries.rows();
    }

    /** The memory held, in bytes. */
    public long sizeBytes() {
        return entries.sizeBytes() + (ordered == null ? 0 : ordered.sizeBytes());
    }

    private long number(int groupRow) {
        return groups.page(groupRow)[groups.base(groupRow) + numberSlot];
    }

    private int head(int groupRow) {
        return (int) (groups.page(groupRow)[groups.base(groupRow) + headSlot] & LOW_HALF) - 1;
    }

    private void setHead(int groupRow, int entry) {
        long[] page = groups.page(groupRow);
        int at = groups.base(groupRow) + headSlot;
        page[at] = (page[at] & ~LOW_HALF) | (entry + 1L);
    }

    private int next(int entry) {
        return (int) (link(entry) & LOW_HALF) - 1;
    }

    private int previous(int entry) {
        return (int) (link(entry) >>> 32) - 1;
    }

    private long link(int entry) {
        return entries.page(entry)[entries.base(entry) + linkSlot];
    }

    private void setLink(int entry, int previous, int next) {
        entries.page(entry)[entries.base(entry) + linkSlot] = (long) (previous + 1) << 32 | (next + 1);
    }
}
