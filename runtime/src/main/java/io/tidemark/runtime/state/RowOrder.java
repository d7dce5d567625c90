package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.PhysicalKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An order of the rows of a {@link RowTable} by their key columns: those named first, then all of them, so that only a row itself is equal to it.
 *
 * <p>Strings are compared byte by byte, NaN is greatest.
 */
public final class RowOrder {

    private final RowTable table;
    private final List<By> order = new ArrayList<>();
    private final int named;

    /** One key column of an order. */
    public record By(int key, boolean descending, boolean nullsFirst) {}

    /** Makes one of the columns named. */
    public RowOrder(RowTable table, List<By> by) {
        this.table = table;
        this.named = by.size();
        order.addAll(by);
        for (int key = 0; key < table.layout().keyKinds().size(); key++) {
            order.add(new By(key, false, false));
        }
    }

    /** Sorts the first {@code count} rows. Stable. */
    public void sort(int[] rows, int count) {
        int[] from = rows;
        int[] into = new int[count];
        for (int width = 1; width < count; width *= 2) {
            for (int start = 0; start < count; start += 2 * width) {
                merge(from, into, start, Math.min(start + width, count), Math.min(start + 2 * width, count));
            }
            int[] swap = from;
            from = into;
            into = swap;
        }
        if (from != rows) {
            System.arraycopy(from, 0, rows, 0, count);
        }
    }

    private void merge(int[] from, int[] into, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            if (left < middle && (right >= end || compare(from[left], from[right]) <= 0)) {
                into[i] = from[left++];
            } else {
                into[i] = from[right++];
            }
        }
    }

    /**
     * A number that never falls along the order: as much of the first column's value as fits. Rows whose prefixes are equal have to be compared.
     * Where that column is INT64 and rising, and has a value, it is that value; falling, its complement.
     */
    public long prefix(int row) {
        By by = order.get(0);
        RowLayout layout = table.layout();
        long[] page = table.page(row);
        int base = table.base(row);
        if (layout.isKeyNull(page, base, by.key())) {
            return by.nullsFirst() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        long slot = page[base + layout.keySlot(by.key())];
        long rising = switch (layout.keyKinds().get(by.key())) {
            case INT64, INT128 -> slot;
            case FLOAT64 -> slot ^ (slot >> 63 & Long.MAX_VALUE);
            case BYTES -> prefixOf(table.arena(row), slot);
        };
        return by.descending() ? ~rising : rising;
    }

    private static long prefixOf(PageArena arena, long reference) {
        int length = Math.min(Long.BYTES, BytesPool.length(reference));
        long bytes = 0;
        for (int i = 0; i < length; i++) {
            long next = arena.chunk(reference)[BytesPool.offset(reference) + i] & 0xFFL;
            bytes |= next << (Long.SIZE - Byte.SIZE * (i + 1));
        }
        return bytes ^ Long.MIN_VALUE;
    }

    /** Below 0 if the first row comes before the second. */
    public int compare(int one, int other) {
        for (By by : order) {
            int compared = compare(one, other, by);
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    /** Whether two rows are equal in the columns that the order names. */
    public boolean ties(int one, int other) {
        for (int i = 0; i < named; i++) {
            if (compare(one, other, order.get(i)) != 0) {
                return false;
            }
        }
        return true;
    }

    private int compare(int one, int other, By by) {
        RowLayout layout = table.layout();
        boolean oneNull = layout.isKeyNull(table.page(one), table.base(one), by.key());
        boolean otherNull = layout.isKeyNull(table.page(other), table.base(other), by.key());
        if (oneNull || otherNull) {
            int nullsLast = Boolean.compare(oneNull, otherNull);
            return by.nullsFirst() ? -nullsLast : nullsLast;
        }
        int compared = compareValues(one, other, by.key());
        return by.descending() ? -compared : compared;
    }

    private int compareValues(int one, int other, int key) {
        int slot = table.layout().keySlot(key);
        PhysicalKind kind = table.layout().keyKinds().get(key);
        long a = table.page(one)[table.base(one) + slot];
        long b = table.page(other)[table.base(other) + slot];
        return switch (kind) {
            case INT64 -> Long.compare(a, b);
            case FLOAT64 -> Double.compare(Double.longBitsToDouble(a), Double.longBitsToDouble(b));
            case INT128 ->
                a != b
                        ? Long.compare(a, b)
                        : Long.compareUnsigned(
                                table.page(one)[table.base(one) + slot + 1],
                                table.page(other)[table.base(other) + slot + 1]);
            case BYTES -> Integer.signum(compareBytes(table.arena(one), a, table.arena(other), b));
        };
    }

    private static int compareBytes(PageArena oneArena, long one, PageArena otherArena, long other) {
        int length = BytesPool.length(one);
        int otherLength = BytesPool.length(other);
        if (length == 0 || otherLength == 0) {
            return Integer.compare(length, otherLength);
        }
        int offset = BytesPool.offset(one);
        int otherOffset = BytesPool.offset(other);
        return Arrays.compareUnsigned(
                oneArena.chunk(one),
                offset,
                offset + length,
                otherArena.chunk(other),
                otherOffset,
                otherOffset + otherLength);
    }
}
