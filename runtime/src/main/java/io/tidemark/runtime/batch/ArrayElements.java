package io.tidemark.runtime.batch;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The elements of one array as a column, for what writes values of columns out.
 *
 * @param column the elements in order
 * @param count how many there are
 */
public record ArrayElements(Column column, int count) {

    /** The elements of the array at a row that is not NULL. */
    public static ArrayElements of(BytesColumn arrays, int row) {
        long reference = arrays.references[row];
        int length = BytesPool.length(reference);
        byte[] page = length == 0 ? new byte[0] : arrays.pool.pageBytes(BytesPool.page(reference));
        return of(arrays.type().arrayElement(), page, length == 0 ? 0 : BytesPool.offset(reference), length);
    }

    /** The elements of an array in bytes. */
    public static ArrayElements of(DataType type, byte[] source, int offset, int length) {
        int count = ArrayReader.count(source, offset, length);
        ArrayReader reader = new ArrayReader();
        reader.start(source, offset, length);
        return new ArrayElements(new Gathering(type, count).read(reader), count);
    }

    /** The elements read so far. */
    private static final class Gathering {
        private final DataType type;
        private final long[] slots;
        private final long[] lowSlots;
        private final double[] doubles;
        private final BytesPool pool = new BytesPool();
        private long @Nullable [] validity;

        Gathering(DataType type, int count) {
            PhysicalKind kind = type.physical();
            this.type = type;
            this.slots = new long[kind == PhysicalKind.FLOAT64 ? 0 : count];
            this.lowSlots = new long[kind == PhysicalKind.INT128 ? count : 0];
            this.doubles = new double[kind == PhysicalKind.FLOAT64 ? count : 0];
        }

        Column read(ArrayReader reader) {
            for (int i = 0; reader.next(); i++) {
                if (reader.isNull()) {
                    setNull(i);
                } else {
                    take(reader, i);
                }
            }
            return switch (type.physical()) {
                case INT64 -> new LongColumn(type, slots, validity);
                case FLOAT64 -> new DoubleColumn(type, doubles, validity);
                case INT128 -> new Int128Column(type, slots, lowSlots, validity);
                case BYTES -> new BytesColumn(type, slots, pool, validity);
            };
        }

        private void take(ArrayReader reader, int i) {
            switch (type.physical()) {
                case INT64 -> slots[i] = reader.longValue();
                case FLOAT64 -> doubles[i] = reader.doubleValue();
                case INT128 -> {
                    slots[i] = reader.highValue();
                    lowSlots[i] = reader.longValue();
                }
                case BYTES -> slots[i] = pool.append(reader.valueBytes(), reader.valueOffset(), reader.valueLength());
            }
        }

        private void setNull(int i) {
            if (validity == null) {
                int count = Math.max(slots.length, doubles.length);
                validity = new long[(count + 63) >> 6];
                Arrays.fill(validity, -1L);
            }
            validity[i >> 6] &= ~(1L << i);
        }
    }
}
