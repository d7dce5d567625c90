package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.state.SlabRows;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A column of results being written by position. Values are in range; what isn't written is 0. */
final class ResultColumn {

    private final DataType type;
    private final int count;
    private long @Nullable [] validity;

    final BytesPool pool = new BytesPool();
    final long[] slots;
    final long[] lowSlots;
    final double[] doubles;

    ResultColumn(DataType type, int count) {
        PhysicalKind kind = type.physical();
        this.type = type;
        this.count = count;
        this.slots = new long[kind == PhysicalKind.FLOAT64 ? 0 : count];
        this.lowSlots = new long[kind == PhysicalKind.INT128 ? count : 0];
        this.doubles = new double[kind == PhysicalKind.FLOAT64 ? count : 0];
    }

    void setNull(int i) {
        if (validity == null) {
            validity = new long[(count + 63) >> 6];
            Arrays.fill(validity, -1L);
        }
        validity[i >> 6] &= ~(1L << i);
    }

    /** A result that has not been read: NULL, or for an array that is never NULL, one without elements. */
    private void setAbsent(int i) {
        if (type.kind() == TypeKind.ARRAY && !type.nullable()) {
            slots[i] = pool.reserve(0);
        } else {
            setNull(i);
        }
    }

    void setDouble(int i, double value) {
        doubles[i] = type.kind() == TypeKind.REAL ? (float) value : value;
    }

    void setInt128(int i, long high, long low) {
        slots[i] = high;
        lowSlots[i] = low;
    }

    /** The results kept in rows: a slot that is 0 for NULL, then the value. */
    static Column stored(DataType type, SlabRows rows, int slot) {
        ResultColumn result = new ResultColumn(type, rows.count());
        for (int i = 0; i < rows.count(); i++) {
            long[] page = rows.pages[i];
            int at = rows.bases[i] + slot;
            if (page[at] == 0) {
                result.setAbsent(i);
                continue;
            }
            switch (type.physical()) {
                case INT64 -> result.slots[i] = page[at + 1];
                case FLOAT64 -> result.setDouble(i, Double.longBitsToDouble(page[at + 1]));
                case INT128 -> result.setInt128(i, page[at + 1], page[at + 2]);
                case BYTES -> result.slots[i] = rows.copyBytes(i, slot + 1, result.pool);
            }
        }
        return result.build();
    }

    Column build() {
        return switch (type.physical()) {
            case INT64 -> new LongColumn(type, slots, validity);
            case FLOAT64 -> new DoubleColumn(type, doubles, validity);
            case INT128 -> new Int128Column(type, slots, lowSlots, validity);
            case BYTES -> new BytesColumn(type, slots, pool, validity);
        };
    }
}
