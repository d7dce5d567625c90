package io.tidemark.runtime.translate.function;

import io.tidemark.runtime.batch.ArrayReader;
import io.tidemark.runtime.batch.ArrayWriter;
import io.tidemark.runtime.batch.BytesPool;
import java.util.Arrays;

/** What generated code calls for arrays. <b>Errors</b>: {@code ROW-08} for an array longer than a value may be. */
public final class ArrayFunctions {

    private ArrayFunctions() {}

    /** The number of elements. */
    public static long count(Slice array) {
        return ArrayReader.count(array.bytes, array.offset, array.length);
    }

    /** Goes to the element at an index from 1. False if there is none, or it is NULL. */
    public static boolean find(Slice array, long index, ArrayReader reader) {
        reader.start(array.bytes, array.offset, array.length);
        return index >= 1 && reader.skip(index - 1) && reader.next() && !reader.isNull();
    }

    /** Whether one of the elements is the only one of another array. */
    public static boolean contains(Slice array, ArrayWriter one) {
        ArrayReader reader = new ArrayReader();
        reader.start(array.bytes, array.offset, array.length);
        int from = array.offset;
        while (reader.skip(1)) {
            int to = reader.position();
            if (Arrays.equals(array.bytes, from, to, one.bytes(), 0, one.size())) {
                return true;
            }
            from = to;
        }
        return false;
    }

    /** Makes an array that has been put together the value of a register. */
    public static void take(ArrayWriter writer, Slice out) {
        if (writer.size() > BytesPool.MAX_VALUE_BYTES) {
            throw RowFailures.tooLong(writer.size());
        }
        out.point(writer.bytes(), 0, writer.size());
    }
}
