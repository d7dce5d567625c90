package io.tidemark.runtime.aggregate.reading;

import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.state.PageArena;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.sql.error.CodedException;
import java.util.Arrays;

/**
 * A result kept in a group's row. Slots: 1 if it isn't NULL, then the value (two slots for INT128; a reference for BYTES, whose bytes are in the
 * page's arena).
 */
public final class StoredResult {

    private final PhysicalKind kind;
    private int slot;
    private long[] page = new long[0];
    private int at;
    private PageArena arena;

    /** Makes one for results that lie as said. */
    public StoredResult(PhysicalKind kind) {
        this.kind = kind;
    }

    /** Says where in a row its slots begin. */
    public void bind(int firstSlot) {
        slot = firstSlot;
    }

    /** Goes to the row of a group. */
    public void moveTo(RowTable groups, int groupRow) {
        groups.change(groupRow);
        page = groups.page(groupRow);
        at = groups.base(groupRow) + slot;
        arena = groups.arena(groupRow);
    }

    /** Sets NULL. */
    public void setNull() {
        if (kind == PhysicalKind.BYTES && page[at] != 0) {
            arena().release(page[at + 1]);
        }
        Arrays.fill(page, at, at + 1 + kind.slots(), 0);
    }

    /** Sets an INT64. */
    public void setLong(long value) {
        page[at] = 1;
        page[at + 1] = value;
    }

    /** Sets a FLOAT64. */
    public void setDouble(double value) {
        setLong(Double.doubleToLongBits(value));
    }

    /** Sets an INT128. */
    public void setInt128(long high, long low) {
        setLong(high);
        page[at + 2] = low;
    }

    /** Sets BYTES, which are copied. */
    public void setBytes(byte[] source, int offset, int length) {
        PageArena held = arena();
        long present = page[at + 1];
        if (page[at] != 0) {
            if (isEqual(held, present, source, offset, length)) {
                return;
            }
            held.release(present);
        }
        setLong(held.append(source, offset, length));
    }

    private static boolean isEqual(PageArena held, long present, byte[] source, int offset, int length) {
        if (BytesPool.length(present) != length) {
            return false;
        }
        int from = BytesPool.offset(present);
        return length == 0 || Arrays.equals(held.chunk(present), from, from + length, source, offset, offset + length);
    }

    /** Sets what a key column of a row holds. */
    public void copy(RowTable from, int row, int key) {
        long[] source = from.page(row);
        int base = from.base(row);
        int keySlot = base + from.layout().keySlot(key);
        if (from.layout().isKeyNull(source, base, key)) {
            setNull();
            return;
        }
        switch (kind) {
            case INT64, FLOAT64 -> setLong(source[keySlot]);
            case INT128 -> setInt128(source[keySlot], source[keySlot + 1]);
            case BYTES -> copyBytes(from.arena(row), source[keySlot]);
        }
    }

    private void copyBytes(PageArena source, long reference) {
        int length = BytesPool.length(reference);
        byte[] bytes = length == 0 || source == null ? new byte[0] : source.chunk(reference);
        setBytes(bytes, BytesPool.offset(reference), length);
    }

    private PageArena arena() {
        if (arena == null) {
            throw CodedException.internal("a row that keeps strings has no arena");
        }
        return arena;
    }
}
