package io.tidemark.runtime.storage.codec;

import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;

/** Writes one column of a block; {@link BatchCodec} documents the layout. */
final class ColumnEncoder {

    static final int INT64 = 0;
    static final int FLOAT64 = 1;
    static final int INT128 = 2;
    static final int BYTES = 3;
    static final int VALIDITY = 1;

    private final Column column;
    private final int[] positions;
    private final int count;
    private final BlockWriter out;

    private ColumnEncoder(Column column, int[] positions, int count, BlockWriter out) {
        this.column = column;
        this.positions = positions;
        this.count = count;
        this.out = out;
    }

    static void encode(Column column, int[] positions, int count, BlockWriter out) {
        int start = out.size();
        out.putInt(0);
        new ColumnEncoder(column, positions, count, out).encode();
        out.setInt(start, out.size() - start - Integer.BYTES);
    }

    private void encode() {
        if (column instanceof LongColumn longs) {
            putHead(INT64);
            out.putIntegers(gather(longs.values), count);
        } else if (column instanceof DoubleColumn doubles) {
            putHead(FLOAT64);
            for (int i = 0; i < count; i++) {
                int row = positions[i];
                out.putLong(column.isNull(row) ? 0 : Double.doubleToRawLongBits(doubles.values[row]));
            }
        } else if (column instanceof Int128Column wide) {
            putHead(INT128);
            out.putIntegers(gather(wide.high), count);
            for (long low : gather(wide.low)) {
                out.putLong(low);
            }
        } else if (column instanceof BytesColumn bytes) {
            putHead(BYTES);
            putBytes(bytes);
        }
    }

    private void putHead(int kind) {
        out.putByte(kind);
        boolean nulls = hasNulls();
        out.putByte(nulls ? VALIDITY : 0);
        if (nulls) {
            for (int i = 0; i < count; i += Byte.SIZE) {
                out.putByte(validityOf(i));
            }
        }
    }

    private int validityOf(int first) {
        int bits = 0;
        for (int i = first; i < Math.min(count, first + Byte.SIZE); i++) {
            bits |= column.isNull(positions[i]) ? 0 : 1 << (i - first);
        }
        return bits;
    }

    private boolean hasNulls() {
        if (column.validity == null) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (column.isNull(positions[i])) {
                return true;
            }
        }
        return false;
    }

    private long[] gather(long[] values) {
        long[] gathered = new long[count];
        for (int i = 0; i < count; i++) {
            int row = positions[i];
            gathered[i] = column.isNull(row) ? 0 : values[row];
        }
        return gathered;
    }

    private void putBytes(BytesColumn bytes) {
        long[] references = gather(bytes.references);
        long[] lengths = new long[count];
        for (int i = 0; i < count; i++) {
            lengths[i] = BytesPool.length(references[i]);
        }
        out.putIntegers(lengths, count);
        for (int i = 0; i < count; i++) {
            if (lengths[i] > 0) {
                byte[] page = bytes.pool.pageBytes(BytesPool.page(references[i]));
                out.putBytes(page, BytesPool.offset(references[i]), (int) lengths[i]);
            }
        }
    }
}
