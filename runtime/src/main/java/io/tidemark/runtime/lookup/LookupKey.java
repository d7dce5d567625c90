package io.tidemark.runtime.lookup;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The values of key columns, none of them NULL, as bytes that are equal if the values are. */
final class LookupKey implements Comparable<LookupKey> {

    private final byte[] bytes;

    /** The key that such bytes stand for, which are not changed any more. */
    LookupKey(byte[] bytes) {
        this.bytes = bytes;
    }

    byte[] bytes() {
        return bytes;
    }

    /** The key of a row; nothing if a value is NULL. */
    static Optional<LookupKey> of(Batch batch, List<Integer> columns, int position) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            for (int index : columns) {
                Column column = batch.column(index);
                if (column.isNull(position)) {
                    return Optional.empty();
                }
                write(column, position, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Optional.of(new LookupKey(bytes.toByteArray()));
    }

    private static void write(Column column, int position, DataOutputStream out) throws IOException {
        if (column instanceof LongColumn longs) {
            out.writeLong(longs.values[position]);
        } else if (column instanceof DoubleColumn doubles) {
            out.writeDouble(doubles.values[position] + 0.0);
        } else if (column instanceof Int128Column decimals) {
            out.writeLong(decimals.high[position]);
            out.writeLong(decimals.low[position]);
        } else {
            byte[] value = ((BytesColumn) column).bytes(position);
            out.writeInt(value.length);
            out.write(value);
        }
    }

    @Override
    public int compareTo(LookupKey other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LookupKey key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
