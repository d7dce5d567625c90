package io.tidemark.runtime.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The bytes of arrays give the elements back, are equal where the arrays are, and are in their order. */
class ArrayFormatTest {

    private static final int PAIRS = 4000;

    private static final DataType INTEGERS = DataType.array(DataType.of(TypeKind.BIGINT));
    private static final DataType DECIMALS = DataType.array(DataType.decimal(38, 0));
    private static final DataType NUMBERS = DataType.array(DataType.of(TypeKind.DOUBLE));
    private static final DataType TEXTS = DataType.array(DataType.of(TypeKind.VARBINARY));

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private static byte[] bytes(DataType type, List<?> elements) {
        ArrayWriter writer = new ArrayWriter();
        write(type.arrayElement(), elements, writer);
        return Arrays.copyOf(writer.bytes(), writer.size());
    }

    private static void write(DataType element, List<?> elements, ArrayWriter writer) {
        for (Object value : elements) {
            if (value == null) {
                writer.addNull();
            } else if (value instanceof List<?> list) {
                byte[] inner = bytes(element, list);
                writer.addArray(inner, 0, inner.length);
            } else if (value instanceof Long number) {
                writer.addLong(number);
            } else if (value instanceof BigInteger number) {
                writer.addInt128(number.shiftRight(64).longValue(), number.longValue());
            } else if (value instanceof Double number) {
                writer.addDouble(number);
            } else if (value instanceof byte[] text) {
                writer.addBytes(text, 0, text.length);
            }
        }
    }

    private static List<@Nullable Object> elements(DataType type, byte[] bytes, int offset, int length) {
        DataType element = type.arrayElement();
        ArrayElements read = ArrayElements.of(element, bytes, offset, length);
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < read.count(); i++) {
            values.add(read.column().isNull(i) ? null : value(element, read.column(), i));
        }
        return values;
    }

    private static Object value(DataType element, Column column, int i) {
        if (column instanceof LongColumn longs) {
            return longs.values[i];
        }
        if (column instanceof DoubleColumn doubles) {
            return doubles.values[i];
        }
        if (column instanceof Int128Column wide) {
            return Int128Column.toBigInteger(wide.high[i], wide.low[i]);
        }
        byte[] bytes = ((BytesColumn) column).bytes(i);
        return element.kind() == TypeKind.ARRAY ? elements(element, bytes, 0, bytes.length) : bytes;
    }

    private List<@Nullable Object> randomElements(DataType type, int depth) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            values.add(random.nextInt(5) == 0 ? null : randomElement(type.arrayElement(), depth));
        }
        return values;
    }

    private Object randomElement(DataType element, int depth) {
        return switch (element.kind()) {
            case ARRAY -> randomElements(element, depth - 1);
            case BIGINT -> random.nextLong() >> random.nextInt(64);
            case DECIMAL ->
                new BigInteger(128, random)
                        .shiftRight(1 + random.nextInt(127))
                        .multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1));
            case DOUBLE ->
                random.nextInt(3) == 0 ? random.nextInt(3) - 1.0 : Double.longBitsToDouble(random.nextLong());
            default -> {
                byte[] text = new byte[random.nextInt(4)];
                for (int i = 0; i < text.length; i++) {
                    text[i] = (byte) List.of(0, 1, 0x61, 0xFF, 0xFE)
                            .get(random.nextInt(5))
                            .intValue();
                }
                yield text;
            }
        };
    }

    /** The order that the format promises: element by element, NULL last, and then by length. */
    private static int compare(List<?> one, List<?> other) {
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            int compared = Comparator.nullsLast(ArrayFormatTest::compareValues).compare(one.get(i), other.get(i));
            if (compared != 0) {
                return compared;
            }
        }
        return Integer.compare(one.size(), other.size());
    }

    private static int compareValues(Object one, Object other) {
        if (one instanceof List<?> list) {
            return compare(list, (List<?>) other);
        }
        if (one instanceof byte[] text) {
            return Arrays.compareUnsigned(text, (byte[]) other);
        }
        if (one instanceof Double number) {
            return Double.compare(number + 0.0, (Double) other + 0.0);
        }
        return one instanceof Long number
                ? Long.compare(number, (Long) other)
                : ((BigInteger) one).compareTo((BigInteger) other);
    }

    @Test
    void bytesAreInTheOrderOfArraysAndGiveTheElementsBack() {
        for (DataType flat : List.of(INTEGERS, DECIMALS, NUMBERS, TEXTS)) {
            for (DataType type : List.of(flat, DataType.array(flat), DataType.array(DataType.array(flat)))) {
                for (int i = 0; i < PAIRS / 4; i++) {
                    check(type);
                }
            }
        }
    }

    private void check(DataType type) {
        List<@Nullable Object> one = randomElements(type, 2);
        List<@Nullable Object> other = random.nextInt(4) == 0 ? new ArrayList<>(one) : randomElements(type, 2);
        byte[] first = bytes(type, one);
        byte[] second = bytes(type, other);
        String what = "seed " + seed + ", " + type + ": " + one + " and " + other;
        assertThat(Integer.signum(Arrays.compareUnsigned(first, second)))
                .as(what)
                .isEqualTo(Integer.signum(compare(one, other)));
        byte[] within = new byte[first.length + 3];
        Arrays.fill(within, (byte) 0xFF);
        System.arraycopy(first, 0, within, 2, first.length);
        assertThat(compare(elements(type, within, 2, first.length), one))
                .as(what)
                .isZero();
        assertThat(ArrayReader.count(within, 2, first.length)).as(what).isEqualTo(one.size());
    }

    @Test
    void smallNumbersTakeFewBytesWhateverTheirType() {
        assertThat(bytes(INTEGERS, List.of(0L, -1L, 5L, -256L))).containsExactly(0x80, 0x7F, 0x81, 5, 0x7E, 0);
        assertThat(bytes(DECIMALS, List.of(BigInteger.valueOf(5)))).isEqualTo(bytes(INTEGERS, List.of(5L)));
        assertThat(bytes(INTEGERS, List.of(Long.MIN_VALUE))).hasSize(9);
    }

    @Test
    void anArrayWithoutElementsHasNoBytesAndIsNotNull() {
        BatchBuilder builder = new BatchBuilder(Schema.of(new Field("a", INTEGERS)));
        ArrayBuilder array = new ArrayBuilder(INTEGERS.arrayElement());
        array.clear();
        array.writeTo(builder.column(0));
        builder.endRow();
        builder.endRow();
        array.clear();
        array.endElement();
        array.element().setLong(-7);
        array.endElement();
        array.writeTo(builder.column(0));
        builder.endRow();
        BytesColumn column = (BytesColumn) builder.build().column(0);
        assertThat(ArrayElements.of(column, 0).count()).isZero();
        assertThat(column.isNull(1)).isTrue();
        assertThat(ValueText.SQL.of(column, 2)).isEqualTo("[NULL, -7]");
    }

    @Test
    void everyNaNIsOneAndZeroHasNoSign() {
        double other = Double.longBitsToDouble(0x7ff8_0000_0000_1234L);
        assertThat(bytes(NUMBERS, List.of(other, -0.0))).isEqualTo(bytes(NUMBERS, List.of(Double.NaN, 0.0)));
    }
}
