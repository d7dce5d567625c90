package io.tidemark.runtime.state;

import io.tidemark.sql.error.CodedException;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A whole state, copied as it is written: for state that is small, or can't tell what changed. <b>Cost</b>: memory for the copy. */
public final class CopiedCapture implements DeltaState.Capture {

    private static final int FIRST_BYTES = 64;
    private static final int CHUNK_BYTES = 256 * 1024;

    private final List<byte[]> chunks = new ArrayList<>();

    /** What writes a state. */
    @FunctionalInterface
    public interface Content {
        /** Writes all of it. */
        void write(DataOutput out) throws IOException;
    }

    /** Copies what {@code content} writes. */
    public CopiedCapture(Content content) {
        try (DataOutputStream out = new DataOutputStream(new Chunks())) {
            content.write(out);
        } catch (IOException e) {
            throw CodedException.internal("a state cannot be copied").cause(e);
        }
    }

    @Override
    public boolean isWhole() {
        return true;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        for (byte[] chunk : chunks) {
            out.write(chunk);
        }
    }

    @Override
    public void release() {
        chunks.clear();
    }

    /** Cuts the copy into arrays, so that none has to grow far. */
    private final class Chunks extends OutputStream {
        private byte[] buffer = new byte[FIRST_BYTES];
        private int used;

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (used + length > buffer.length) {
                buffer = Arrays.copyOf(buffer, Math.max(used + length, 2 * buffer.length));
            }
            System.arraycopy(bytes, offset, buffer, used, length);
            used += length;
            if (used >= CHUNK_BYTES) {
                cut();
            }
        }

        private void cut() {
            if (used > 0) {
                chunks.add(Arrays.copyOf(buffer, used));
                used = 0;
            }
        }

        @Override
        public void close() {
            cut();
        }
    }
}
