package io.tidemark.jdbc.frame;

import org.jspecify.annotations.Nullable;

/** Goes through the blocks of a frame in columns, from one column to the next, and finds where the values are. */
final class BlockReader {

    private static final int WITH_NULLS = 0x80;

    private final byte[] bytes;
    private int at;

    BlockReader(byte[] bytes, int from) {
        this.bytes = bytes;
        this.at = from;
    }

    boolean isAtEnd() {
        return at >= bytes.length;
    }

    RowBlock block(int columnCount) {
        int rows = FrameNumbers.intAt(bytes, at);
        at += Integer.BYTES;
        ColumnValues[] columns = new ColumnValues[columnCount];
        for (int i = 0; i < columnCount; i++) {
            columns[i] = column(rows);
        }
        return new RowBlock(rows, columns);
    }

    private ColumnValues column(int rows) {
        int head = unsignedByte();
        FrameBits nulls = (head & WITH_NULLS) == 0 ? null : bits(rows);
        int encoding = head & ~WITH_NULLS;
        switch (encoding) {
            case 1:
                return new BooleanValues(nulls, bits(rows));
            case 2:
                return new WholeValues(nulls, numbers(rows));
            case 3:
            case 4:
                boolean isSingle = encoding == 3;
                return new RealValues(nulls, bytes, skip(rows * (isSingle ? Float.BYTES : Double.BYTES)), isSingle);
            case 5:
                int scale = unsignedByte();
                return new DecimalValues(nulls, numbers(rows), scale);
            case 6:
                int longScale = unsignedByte();
                return new LongDecimalValues(nulls, bytes, skip(rows * LongDecimalValues.BYTES), longScale);
            case 7:
            case 8:
                return strings(nulls, rows, encoding == 7);
            case 9:
            case 10:
                return new ClockValues(nulls, numbers(rows), encoding == 10);
            default:
                throw new IllegalArgumentException("the server has sent a column of encoding " + encoding
                        + ", which this driver does not know; use the driver of the server's version");
        }
    }

    private int unsignedByte() {
        return Byte.toUnsignedInt(bytes[at++]);
    }

    private int skip(int count) {
        int before = at;
        at += count;
        return before;
    }

    private FrameBits bits(int rows) {
        return new FrameBits(bytes, skip((rows + Byte.SIZE - 1) / Byte.SIZE));
    }

    private FrameNumbers numbers(int rows) {
        int width = unsignedByte();
        long base = FrameNumbers.longAt(bytes, skip(Long.BYTES));
        return new FrameNumbers(bytes, skip(rows * width), width, base);
    }

    private ColumnValues strings(@Nullable FrameBits nulls, int rows, boolean isText) {
        FrameNumbers lengths = numbers(rows);
        int[] ends = new int[rows];
        int first = at;
        for (int i = 0; i < rows; i++) {
            ends[i] = skip((int) lengths.of(i)) + (int) lengths.of(i);
        }
        return new BytesValues(nulls, bytes, first, ends, isText);
    }
}
