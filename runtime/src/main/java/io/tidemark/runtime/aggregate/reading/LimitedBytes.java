package io.tidemark.runtime.aggregate.reading;

import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.OutputStream;
import java.util.Arrays;

/** Collects a value of at most {@link BytesPool#MAX_VALUE_BYTES}. <b>Errors</b>: ROW_ERROR_TOO_LONG beyond that. */
final class LimitedBytes extends OutputStream {

    private static final int FIRST_LENGTH = 64;

    private final String function;
    private byte[] bytes = new byte[FIRST_LENGTH];
    private int length;

    LimitedBytes(String function) {
        this.function = function;
    }

    void append(byte[] source, int offset, int count) {
        if (count > BytesPool.MAX_VALUE_BYTES - length) {
            throw tooLong(function);
        }
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + count, bytes.length * 2));
        }
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
    }

    static CodedException tooLong(String function) {
        return CodedException.of(
                        ErrorCode.ROW_ERROR_TOO_LONG,
                        "the result of " + function + " is longer than " + BytesPool.MAX_VALUE_BYTES + " bytes")
                .hint("group by more columns, or aggregate fewer or shorter values");
    }

    @Override
    public void write(int one) {
        append(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int count) {
        append(source, offset, count);
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }
}
