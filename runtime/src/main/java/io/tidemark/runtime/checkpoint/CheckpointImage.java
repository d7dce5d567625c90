package io.tidemark.runtime.checkpoint;

import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.sql.error.CodedException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * A checkpoint captured in memory, as it will stand in its file: made between two epochs, written while later epochs run.
 *
 * <pre>
 * file     magic:4 "TMCP"  version:4 (1)  epoch:8  crc:4 over the 16 bytes before  zero:4  block...
 * block    kind:1  length:4  crc:4 over kind and bytes  bytes
 * section  kind 1: id and layout as UTF; the section's content follows in blocks of kind 2, of at most 256 KiB
 * end      kind 3: number of sections:4; nothing follows
 * </pre>
 *
 * Big-endian; CRC32C. A file without its end block is not a checkpoint. <b>Cost</b>: memory for a copy of the state until it is written.
 */
public final class CheckpointImage {

    static final int MAGIC = 0x544d4350;
    static final int VERSION = 1;
    static final int HEADER_BYTES = 24;
    static final int BLOCK_HEAD_BYTES = 9;
    static final int SECTION = 1;
    static final int DATA = 2;
    static final int END = 3;

    private static final int MAX_DATA_BYTES = 256 * 1024;

    private final long epoch;
    private final List<ByteBuffer> parts = new ArrayList<>();
    private int sections;
    private long sizeBytes;

    /** What writes a section's content. */
    @FunctionalInterface
    public interface Content {
        /** Writes all of it. */
        void write(DataOutputStream out) throws IOException;
    }

    /** An empty image of the state after an epoch. */
    public CheckpointImage(long epoch) {
        this.epoch = epoch;
        ByteBuffer header =
                ByteBuffer.allocate(HEADER_BYTES).putInt(MAGIC).putInt(VERSION).putLong(epoch);
        header.putInt(PlanSegment.checksum(header.array(), 0, 16)).putInt(0);
        add(header.flip());
    }

    /** Captures states under their ids. */
    public static CheckpointImage of(long epoch, Map<String, OperatorState> states) {
        CheckpointImage image = new CheckpointImage(epoch);
        for (Map.Entry<String, OperatorState> entry : states.entrySet()) {
            OperatorState state = entry.getValue();
            try {
                image.section(entry.getKey(), state.layout(), state::write);
            } catch (IOException e) {
                throw CodedException.internal("the state of \"" + entry.getKey() + "\" cannot be captured")
                        .cause(e);
            }
        }
        image.end();
        return image;
    }

    /** Adds a section: what {@code content} writes, under an id, with the text that names its layout. */
    public void section(String id, String layout, Content content) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(head);
        out.writeUTF(id);
        out.writeUTF(layout);
        block(SECTION, head.toByteArray(), head.size());
        try (Blocks blocks = new Blocks();
                DataOutputStream data = new DataOutputStream(blocks)) {
            content.write(data);
        }
        sections++;
    }

    /** Ends the image; nothing may be added to it. */
    public void end() {
        block(END, ByteBuffer.allocate(Integer.BYTES).putInt(sections).array(), Integer.BYTES);
    }

    /** The epoch whose state it is. */
    public long epoch() {
        return epoch;
    }

    /** The length of the file, in bytes. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** The file's content. */
    List<ByteBuffer> parts() {
        return parts.stream().map(ByteBuffer::duplicate).toList();
    }

    private void block(int kind, byte[] bytes, int length) {
        ByteBuffer block = ByteBuffer.allocate(BLOCK_HEAD_BYTES + length);
        block.put((byte) kind).putInt(length).putInt(checksum(kind, bytes, 0, length));
        add(block.put(bytes, 0, length).flip());
    }

    private void add(ByteBuffer part) {
        parts.add(part);
        sizeBytes += part.remaining();
    }

    static int checksum(int kind, byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(kind);
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    /** Cuts what is written to it into data blocks. */
    private final class Blocks extends OutputStream {
        private final byte[] buffer = new byte[MAX_DATA_BYTES];
        private int used;

        @Override
        public void write(int value) {
            if (used == buffer.length) {
                flush();
            }
            buffer[used++] = (byte) value;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            int from = offset;
            int left = length;
            while (left > 0) {
                if (used == buffer.length) {
                    flush();
                }
                int step = Math.min(left, buffer.length - used);
                System.arraycopy(bytes, from, buffer, used, step);
                used += step;
                from += step;
                left -= step;
            }
        }

        @Override
        public void flush() {
            if (used > 0) {
                block(DATA, buffer, used);
                used = 0;
            }
        }

        @Override
        public void close() {
            flush();
        }
    }
}
