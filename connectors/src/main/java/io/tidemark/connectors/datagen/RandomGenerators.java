package io.tidemark.connectors.datagen;

import io.tidemark.connectors.generator.Randomness;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.TypeKind;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/** Random values, by the form in which they lie in memory. */
final class RandomGenerators {

    private static final byte[] HEXADECIMAL = {
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
    };

    private RandomGenerators() {}

    /** From {@code min} to {@code max}, in steps of {@code unit}. */
    record Longs(DataType type, Randomness randomness, long min, long max, long unit) implements ColumnGenerator {
        @Override
        public Column generate(long first, int count) {
            long span = Long.divideUnsigned(max - min, unit) + 1;
            long[] values = new long[count];
            for (int i = 0; i < count; i++) {
                values[i] = min + randomness.below(first + i, span) * unit;
            }
            return new LongColumn(type, values, null);
        }
    }

    /** From {@code min} to below {@code max}. */
    record Doubles(DataType type, Randomness randomness, double min, double max) implements ColumnGenerator {
        @Override
        public Column generate(long first, int count) {
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                double value = min + (max - min) * randomness.fraction(first + i);
                values[i] = type.kind() == TypeKind.REAL ? (float) value : value;
            }
            return new DoubleColumn(type, values, null);
        }
    }

    /** From {@code min} to {@code max}, unscaled. */
    record Decimals(DataType type, Randomness randomness, BigInteger min, BigInteger max) implements ColumnGenerator {
        @Override
        public Column generate(long first, int count) {
            BigInteger span = max.subtract(min).add(BigInteger.ONE);
            Randomness second = randomness.derived(1);
            long[] high = new long[count];
            long[] low = new long[count];
            for (int i = 0; i < count; i++) {
                byte[] bits = ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(randomness.bits(first + i))
                        .putLong(second.bits(first + i))
                        .array();
                BigInteger value = new BigInteger(1, bits).mod(span).add(min);
                high[i] = value.shiftRight(Long.SIZE).longValue();
                low[i] = value.longValue();
            }
            return new Int128Column(type, high, low, null);
        }
    }

    /** {@code length} bytes; of text, hexadecimal digits. */
    record Bytes(DataType type, Randomness randomness, int length) implements ColumnGenerator {
        @Override
        public Column generate(long first, int count) {
            boolean text = type.kind() == TypeKind.VARCHAR;
            BytesPool pool = new BytesPool();
            long[] references = new long[count];
            for (int i = 0; i < count; i++) {
                references[i] = pool.reserve(length);
                byte[] page = pool.pageBytes(BytesPool.page(references[i]));
                Randomness value = randomness.derived(first + i);
                int start = BytesPool.offset(references[i]);
                fill(page, start, start + length, value, text);
            }
            return new BytesColumn(type, references, pool, null);
        }

        private static void fill(byte[] page, int start, int end, Randomness value, boolean text) {
            int bitsEach = text ? 4 : 8;
            int each = Long.SIZE / bitsEach;
            long bits = 0;
            for (int at = start; at < end; at++) {
                int drawn = at - start;
                bits = drawn % each == 0 ? value.bits(drawn / each) : bits >>> bitsEach;
                page[at] = text ? HEXADECIMAL[(int) bits & 15] : (byte) bits;
            }
        }
    }
}
