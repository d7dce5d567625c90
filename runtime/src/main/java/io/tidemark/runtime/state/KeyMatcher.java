package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;
import java.util.List;

/** Compares keys in columns with the first key columns of slab rows, and copies whole keys into the latter. */
public final class KeyMatcher {

    private final RowLayout layout;
    private final RowSlab slab;
    private final int pageShift;
    private final int pageMask;
    private final int rowSlots;
    private final int keyCount;

    /** Nothing of interest: the last slots of rows are read with their first, so that those who need them next find them in the cache. */
    long readAhead;

    KeyMatcher(RowLayout layout, RowSlab slab) {
        this(layout, slab, layout.keyKinds().size());
    }

    /** Makes one that compares the first {@code keyCount} key columns of the rows of a slab. */
    public KeyMatcher(RowLayout layout, RowSlab slab, int keyCount) {
        this.layout = layout;
        this.slab = slab;
        this.pageShift = layout.pageShift();
        this.pageMask = (1 << pageShift) - 1;
        this.rowSlots = layout.rowSlots();
        this.keyCount = keyCount;
    }

    /** Sets those rows to -1 whose key isn't the one at the position with the same index. Rows that are -1 stay so. */
    public void check(List<Column> keys, int[] positions, int count, int[] rows) {
        if (keys.size() == 1 && keys.get(0) instanceof LongColumn only) {
            checkOneLong(only, positions, count, rows);
            return;
        }
        checkNulls(keys, positions, count, rows);
        for (int key = 0; key < keys.size(); key++) {
            Column column = keys.get(key);
            int slot = layout.keySlot(key);
            if (column instanceof LongColumn longs) {
                checkLongs(longs, slot, positions, count, rows);
            } else {
                for (int i = 0; i < count; i++) {
                    int row = rows[i];
                    if (row >= 0 && !isEqual(column, positions[i], row, slot)) {
                        rows[i] = -1;
                    }
                }
            }
        }
    }

    private void checkOneLong(LongColumn column, int[] positions, int count, int[] rows) {
        long[] values = column.values;
        long[][] pages = slab.pages;
        boolean hasNulls = column.validity != null;
        int nullSlot = layout.nullSlot();
        long read = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            int position = positions[i];
            if (row >= 0) {
                long[] page = pages[row >> pageShift];
                int base = (row & pageMask) * rowSlots;
                read ^= page[base + rowSlots - 1];
                int isNull = hasNulls && column.isNull(position) ? 1 : 0;
                long value = isNull != 0 ? 0 : values[position];
                if (page[base] != value || ((int) page[base + nullSlot] & 1) != isNull) {
                    rows[i] = -1;
                }
            }
        }
        readAhead = read;
    }

    private void checkLongs(LongColumn column, int slot, int[] positions, int count, int[] rows) {
        long[] values = column.values;
        long[][] pages = slab.pages;
        boolean hasNulls = column.validity != null;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            int position = positions[i];
            if (row >= 0) {
                long value = hasNulls && column.isNull(position) ? 0 : values[position];
                if (pages[row >> pageShift][(row & pageMask) * rowSlots + slot] != value) {
                    rows[i] = -1;
                }
            }
        }
    }

    private void checkNulls(List<Column> keys, int[] positions, int count, int[] rows) {
        long[][] pages = slab.pages;
        long read = 0;
        for (int word = 0; word < layout.nullWords(); word++) {
            boolean anyNull = anyNull(keys, word);
            int slot = layout.nullSlot() + word;
            int mask = mask(word);
            for (int i = 0; i < count; i++) {
                int row = rows[i];
                if (row >= 0) {
                    int nulls = anyNull ? nullBits(keys, word, positions[i]) : 0;
                    long[] page = pages[row >> pageShift];
                    int base = (row & pageMask) * rowSlots;
                    read ^= page[base + rowSlots - 1];
                    if (((int) page[base + slot] & mask) != nulls) {
                        rows[i] = -1;
                    }
                }
            }
        }
        readAhead = read;
    }

    /** The bits of the columns compared, in a word of null bits. */
    private int mask(int word) {
        int bits = keyCount - word * RowLayout.NULLS_PER_WORD;
        return bits >= RowLayout.NULLS_PER_WORD ? -1 : bits <= 0 ? 0 : (1 << bits) - 1;
    }

    private static boolean anyNull(List<Column> keys, int word) {
        int end = Math.min(keys.size(), (word + 1) * RowLayout.NULLS_PER_WORD);
        for (int key = word * RowLayout.NULLS_PER_WORD; key < end; key++) {
            if (keys.get(key).validity != null) {
                return true;
            }
        }
        return false;
    }

    private static int nullBits(List<Column> keys, int word, int position) {
        int bits = 0;
        int first = word * RowLayout.NULLS_PER_WORD;
        int end = Math.min(keys.size(), first + RowLayout.NULLS_PER_WORD);
        for (int key = first; key < end; key++) {
            if (keys.get(key).isNull(position)) {
                bits |= 1 << (key - first);
            }
        }
        return bits;
    }

    /** Whether the key of a row is the one at a position. */
    public boolean isKey(List<Column> keys, int position, int row) {
        long[] page = slab.pages[row >> pageShift];
        int base = (row & pageMask) * rowSlots;
        for (int word = 0; word < layout.nullWords(); word++) {
            if (((int) page[base + layout.nullSlot() + word] & mask(word)) != nullBits(keys, word, position)) {
                return false;
            }
        }
        for (int key = 0; key < keys.size(); key++) {
            if (!isEqual(keys.get(key), position, row, layout.keySlot(key))) {
                return false;
            }
        }
        return true;
    }

    /** Whether two rows have equal keys. */
    public boolean isSame(int row, int other) {
        long[] page = slab.pages[row >> pageShift];
        long[] otherPage = slab.pages[other >> pageShift];
        int base = (row & pageMask) * rowSlots;
        int otherBase = (other & pageMask) * rowSlots;
        for (int word = 0; word < layout.nullWords(); word++) {
            int slot = layout.nullSlot() + word;
            if (((int) (page[base + slot] ^ otherPage[otherBase + slot]) & mask(word)) != 0) {
                return false;
            }
        }
        for (int key = 0; key < keyCount; key++) {
            int slot = layout.keySlot(key);
            if (!isSameValue(layout.keyKinds().get(key), slot, row, other)) {
                return false;
            }
        }
        return true;
    }

    private boolean isSameValue(PhysicalKind kind, int slot, int row, int other) {
        long[] page = slab.pages[row >> pageShift];
        long[] otherPage = slab.pages[other >> pageShift];
        int at = (row & pageMask) * rowSlots + slot;
        int otherAt = (other & pageMask) * rowSlots + slot;
        if (kind == PhysicalKind.BYTES) {
            long reference = otherPage[otherAt];
            int length = BytesPool.length(reference);
            return length == BytesPool.length(page[at])
                    && (length == 0
                            || slab.arena(row)
                                    .isEqual(
                                            page[at],
                                            slab.arena(other).chunk(reference),
                                            BytesPool.offset(reference),
                                            length));
        }
        return page[at] == otherPage[otherAt]
                && (kind != PhysicalKind.INT128 || page[at + 1] == otherPage[otherAt + 1]);
    }

    /** The null bits are known to be equal. */
    private boolean isEqual(Column column, int position, int row, int slot) {
        if (column.isNull(position)) {
            return true;
        }
        long[] page = slab.pages[row >> pageShift];
        int at = (row & pageMask) * rowSlots + slot;
        if (column instanceof LongColumn longs) {
            return page[at] == longs.values[position];
        }
        if (column instanceof DoubleColumn doubles) {
            return page[at] == KeyHash.canonicalBits(doubles.values[position]);
        }
        if (column instanceof Int128Column wide) {
            return page[at] == wide.high[position] && page[at + 1] == wide.low[position];
        }
        BytesColumn bytes = (BytesColumn) column;
        long reference = bytes.references[position];
        int length = BytesPool.length(reference);
        return length == BytesPool.length(page[at])
                && (length == 0
                        || slab.arena(row)
                                .isEqual(
                                        page[at],
                                        bytes.pool.pageBytes(BytesPool.page(reference)),
                                        BytesPool.offset(reference),
                                        length));
    }

    /** Copies the key at a position into a new row, whose slots are all 0. */
    public void write(List<Column> keys, int position, int row) {
        long[] page = slab.pages[row >> pageShift];
        int base = (row & pageMask) * rowSlots;
        for (int key = 0; key < keys.size(); key++) {
            Column column = keys.get(key);
            if (column.isNull(position)) {
                page[base + layout.nullSlot() + key / RowLayout.NULLS_PER_WORD] |= 1L << key % RowLayout.NULLS_PER_WORD;
            } else {
                writeValue(column, position, row, page, base + layout.keySlot(key));
            }
        }
    }

    private void writeValue(Column column, int position, int row, long[] page, int at) {
        if (column instanceof LongColumn longs) {
            page[at] = longs.values[position];
        } else if (column instanceof DoubleColumn doubles) {
            page[at] = KeyHash.canonicalBits(doubles.values[position]);
        } else if (column instanceof Int128Column wide) {
            page[at] = wide.high[position];
            page[at + 1] = wide.low[position];
        } else {
            BytesColumn bytes = (BytesColumn) column;
            long reference = bytes.references[position];
            int length = BytesPool.length(reference);
            if (length > 0) {
                page[at] = slab.arena(row)
                        .append(bytes.pool.pageBytes(BytesPool.page(reference)), BytesPool.offset(reference), length);
            }
        }
    }
}
