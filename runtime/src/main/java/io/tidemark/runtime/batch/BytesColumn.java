package io.tidemark.runtime.batch;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A column of {@link PhysicalKind#BYTES} values: references into a {@link BytesPool}. */
public final class BytesColumn extends Column {

    /** References into {@link #pool} by row position. */
    public final long[] references;

    /** Where the bytes are. */
    public final BytesPool pool;

    public BytesColumn(DataType type, long[] references, BytesPool pool, long @Nullable [] validity) {
        super(type, validity);
        this.references = references;
        this.pool = pool;
    }

    /** The value at a row that is not NULL, decoded from UTF-8. */
    public String string(int row) {
        long reference = references[row];
        return new String(
                pool.pageBytes(BytesPool.page(reference)),
                BytesPool.offset(reference),
                BytesPool.length(reference),
                StandardCharsets.UTF_8);
    }

    /** A copy of the bytes at a row that is not NULL. */
    public byte[] bytes(int row) {
        long reference = references[row];
        int offset = BytesPool.offset(reference);
        return Arrays.copyOfRange(
                pool.pageBytes(BytesPool.page(reference)), offset, offset + BytesPool.length(reference));
    }
}
