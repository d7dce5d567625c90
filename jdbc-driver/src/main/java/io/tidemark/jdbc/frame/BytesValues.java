package io.tidemark.jdbc.frame;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Texts in UTF-8, or byte strings, one behind the other. */
final class BytesValues extends NullableValues {

    private final byte[] bytes;
    private final int[] ends;
    private final int first;
    private final boolean isText;

    /**
     * Values where they lie.
     *
     * @param first where the first begins
     * @param ends where each ends
     */
    BytesValues(@Nullable FrameBits nulls, byte[] bytes, int first, int[] ends, boolean isText) {
        super(nulls);
        this.bytes = bytes;
        this.first = first;
        this.ends = ends;
        this.isText = isText;
    }

    @Override
    Object object(int row) {
        int begin = row == 0 ? first : ends[row - 1];
        return isText
                ? new String(bytes, begin, ends[row] - begin, StandardCharsets.UTF_8)
                : Arrays.copyOfRange(bytes, begin, ends[row]);
    }
}
