package io.tidemark.runtime.state;

import io.tidemark.sql.error.CodedException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A whole state, copied as it is written: for state that is small, or can't tell what changed. <b>Cost</b>: memory for the copy. */
public final class CopiedCapture implements DeltaState.Capture {

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

    /** Cuts the copy into arrays, none of which has to grow far. */
    private final class Chunks extends ByteArrayOutputStream {

        @Override
        public void write(byte[] bytes, int offset, int length) {
            super.write(bytes, offset, length);
            cut(CHUNK_BYTES);
        }

        @Override
        public void write(int value) {
            super.write(value);
            cut(CHUNK_BYTES);
        }

        private void cut(int least) {
            if (count >= least) {
                chunks.add(toByteArray());
                reset();
            }
        }

        @Override
        public void close() {
            cut(1);
        }
    }
}
