package io.tidemark.runtime.batch;

/**
 * How an ARRAY lies in bytes: its elements one after the other, each a tag and what the tag says follows.
 *
 * <pre>
 * | 0x00        | the end of an array within an array; the outermost one ends with its bytes
 * | 0x02        | a FLOAT64: 8 bytes, most significant first, the sign bit flipped, and all others too below zero
 * | 0x03        | BYTES: the bytes, 0x00 as 0x00 0xFF, and 0x00 at the end
 * | 0x04        | an array within: its elements, and 0x00 at the end
 * | 0x6F - 0x7F | an integer below zero: its lowest 0x7F - tag bytes, most significant first; the others are all ones
 * | 0x80 - 0x90 | an integer: its lowest tag - 0x80 bytes, most significant first; the others are all zeros
 * | 0xFE        | NULL
 * </pre>
 *
 * Arrays that are equal have equal bytes, and compared byte by byte, unsigned, they are in order: by the first element that differs, NULL last,
 * then by length. So an array can be a key wherever bytes can. An integer, a time and an unscaled decimal take as many bytes as they need,
 * whatever their type: to widen the element's type changes nothing. 0.0 stands for -0.0, and one NaN for all.
 *
 * <p><b>Source</b>: the tuple layer of FoundationDB, whose encoding is of this kind.
 */
final class ArrayFormat {

    static final int END = 0x00;
    static final int DOUBLE = 0x02;
    static final int BYTES = 0x03;
    static final int ARRAY = 0x04;
    static final int MINUS_ONE = 0x7F;
    static final int ZERO = 0x80;
    static final int NULL = 0xFE;
    static final int ESCAPED_ZERO = 0xFF;
    static final int MAX_INTEGER_BYTES = 16;

    private ArrayFormat() {}

    static boolean isInteger(int tag) {
        return tag >= MINUS_ONE - MAX_INTEGER_BYTES && tag <= ZERO + MAX_INTEGER_BYTES;
    }

    static int integerBytes(int tag) {
        return tag >= ZERO ? tag - ZERO : MINUS_ONE - tag;
    }

    /** The index behind the bytes of a BYTES value: that of its end. What follows the outermost array, at {@code limit}, is none of its bytes. */
    private static int endOfBytes(byte[] bytes, int from, int limit) {
        int at = from;
        while (bytes[at] != END || (at + 1 < limit && (bytes[at + 1] & 0xFF) == ESCAPED_ZERO)) {
            at += bytes[at] == END ? 2 : 1;
        }
        return at;
    }

    /** The index of the end of an array within another. */
    private static int endOfArray(byte[] bytes, int from, int limit) {
        int at = from;
        while (bytes[at] != END) {
            at = endOfElement(bytes, at, limit);
        }
        return at;
    }

    /** The index behind the element whose tag is at {@code from}, in an array that ends before {@code limit}. */
    static int endOfElement(byte[] bytes, int from, int limit) {
        int tag = bytes[from] & 0xFF;
        int value = from + 1;
        if (isInteger(tag)) {
            return value + integerBytes(tag);
        }
        return switch (tag) {
            case NULL -> value;
            case DOUBLE -> value + Double.BYTES;
            case BYTES -> endOfBytes(bytes, value, limit) + 1;
            case ARRAY -> endOfArray(bytes, value, limit) + 1;
            default -> throw new IllegalStateException("an array has an element with tag " + tag);
        };
    }
}
