package io.tidemark.runtime.storage.codec;

import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import org.jspecify.annotations.Nullable;

/** Reads one column of a block; {@link BatchCodec} documents the layout. */
final class ColumnDecoder {

    /** The greatest length of a pool page: what an offset of 22 bits can reach. */
    private static final int MAX_PAGE_BYTES = 1 << 22;

    private ColumnDecoder() {}

    static Column decode(DataType type, int rows, BlockReader in) {
        int kind = in.getByte();
        long[] validity = (in.getByte() & ColumnEncoder.VALIDITY) == 0 ? null : validity(rows, in);
        int expected = kindOf(type);
        if (kind != expected) {
            throw BatchCodec.corrupted("a column of kind " + kind + " cannot be read as " + type);
        }
        return switch (type.physical()) {
            case INT64 -> new LongColumn(type, integers(rows, in), validity);
            case FLOAT64 -> new DoubleColumn(type, doubles(rows, in), validity);
            case INT128 -> {
                long[] high = integers(rows, in);
                long[] low = new long[rows];
                for (int i = 0; i < rows; i++) {
                    low[i] = in.getLong();
                }
                yield new Int128Column(type, high, low, validity);
            }
            case BYTES -> bytes(type, rows, validity, in);
        };
    }

    private static int kindOf(DataType type) {
        return switch (type.physical()) {
            case INT64 -> ColumnEncoder.INT64;
            case FLOAT64 -> ColumnEncoder.FLOAT64;
            case INT128 -> ColumnEncoder.INT128;
            case BYTES -> ColumnEncoder.BYTES;
        };
    }

    private static long[] validity(int rows, BlockReader in) {
        long[] words = new long[(rows + 63) >> 6];
        for (int i = 0; i < rows; i += Byte.SIZE) {
            words[i >> 6] |= (long) in.getByte() << (i & 63);
        }
        return words;
    }

    private static long[] integers(int rows, BlockReader in) {
        long[] values = new long[rows];
        in.getIntegers(values, rows);
        return values;
    }

    private static double[] doubles(int rows, BlockReader in) {
        double[] values = new double[rows];
        for (int i = 0; i < rows; i++) {
            values[i] = Double.longBitsToDouble(in.getLong());
        }
        return values;
    }

    private static Column bytes(DataType type, int rows, long @Nullable [] validity, BlockReader in) {
        long[] references = integers(rows, in);
        BytesPool pool = new BytesPool();
        int pages = 0;
        int first = 0;
        while (first < rows) {
            int next = first;
            long size = 0;
            while (next < rows && size + references[next] <= MAX_PAGE_BYTES) {
                long length = references[next];
                if (length < 0 || length > BytesPool.MAX_VALUE_BYTES) {
                    throw BatchCodec.corrupted("a value is " + length + " bytes long");
                }
                references[next] = BytesPool.reference(pages, (int) Math.min(size, MAX_PAGE_BYTES - 1), (int) length);
                size += length;
                next++;
            }
            if (next == first) {
                throw BatchCodec.corrupted("a value is " + references[first] + " bytes long");
            }
            pool.addPage(in.getBytes((int) size));
            pages++;
            first = next;
        }
        return new BytesColumn(type, references, pool, validity);
    }
}
