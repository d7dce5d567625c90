package io.tidemark.runtime.checkpoint;

import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.state.CopiedCapture;
import io.tidemark.runtime.state.DeltaState;
import io.tidemark.runtime.state.DeltaState.Capture;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A checkpoint captured between two epochs, to be written while later epochs run: all of the state, or what changed since the checkpoint that is
 * its base. The layout of its file is described byte by byte in {@code docs/design/006-checkpoints.md}.
 *
 * <p><b>Cost</b>: state that can tell what changed is not copied, but frozen; see {@link DeltaState}.
 */
public final class CheckpointImage {

    static final int MAGIC = 0x544d4350;
    static final int VERSION = 2;
    static final int HEADER_BYTES = 48;
    static final int BLOCK_HEAD_BYTES = 9;
    static final int SECTION = 1;
    static final int DATA = 2;
    static final int END = 3;
    static final long NO_BASE = -1;

    private static final int MAX_DATA_BYTES = 256 * 1024;

    private final CheckpointName name;
    private final Optional<CheckpointName> base;
    private final List<Section> sections = new ArrayList<>();

    private record Section(String id, String layout, Capture content) {}

    /** Where the parts of a file go, one after the other. */
    @FunctionalInterface
    interface Parts {
        void write(ByteBuffer part) throws IOException;
    }

    private CheckpointImage(CheckpointName name, Optional<CheckpointName> base) {
        this.name = name;
        this.base = base;
    }

    /** Captures states under their ids, whole. */
    public static CheckpointImage of(CheckpointName name, Map<String, OperatorState> states) {
        return of(name, Optional.empty(), states);
    }

    /**
     * Captures states under their ids.
     *
     * @param base the checkpoint that was captured before, from the same states; empty if all of the state is wanted
     */
    public static CheckpointImage of(
            CheckpointName name, Optional<CheckpointName> base, Map<String, OperatorState> states) {
        CheckpointImage image = new CheckpointImage(name, base);
        states.forEach((id, state) -> {
            Capture content =
                    state instanceof DeltaState delta ? delta.capture(base.isEmpty()) : new CopiedCapture(state::write);
            image.sections.add(new Section(id, state.layout(), content));
        });
        return image;
    }

    /** Which checkpoint it is. */
    public CheckpointName name() {
        return name;
    }

    /** Whether it has all of the state. */
    public boolean isWhole() {
        return base.isEmpty();
    }

    /** The checkpoint that it follows; empty if it has all of the state. */
    public Optional<CheckpointName> base() {
        return base;
    }

    /** Says that it won't be written any more. */
    public void release() {
        sections.forEach(section -> section.content.release());
    }

    /** Writes the file's content; returns its length in bytes. */
    long write(Parts parts) throws IOException {
        Blocks blocks = new Blocks(parts);
        blocks.write(header());
        for (Section section : sections) {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(head);
            out.writeByte(section.content.isWhole() ? 0 : 1);
            out.writeUTF(section.id);
            out.writeUTF(section.layout);
            blocks.block(SECTION, head.toByteArray(), head.size());
            DataOutputStream data = new DataOutputStream(blocks);
            section.content.write(data);
            blocks.flush();
        }
        byte[] count =
                ByteBuffer.allocate(Integer.BYTES).putInt(sections.size()).array();
        blocks.block(END, count, count.length);
        return blocks.written;
    }

    private ByteBuffer header() {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).putInt(MAGIC).putInt(VERSION);
        header.putLong(name.epoch()).putLong(name.id());
        header.putLong(base.map(CheckpointName::epoch).orElse(NO_BASE));
        header.putLong(base.map(CheckpointName::id).orElse(0L));
        header.putInt(PlanSegment.checksum(header.array(), 0, HEADER_BYTES - 2 * Integer.BYTES));
        return header.putInt(0).flip();
    }

    static int checksum(int kind, byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(kind);
        crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).flip());
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    /** Cuts what is written to it into data blocks. */
    private static final class Blocks extends OutputStream {
        private final Parts parts;
        private final byte[] buffer = new byte[MAX_DATA_BYTES];
        private int used;
        private long written;

        Blocks(Parts parts) {
            this.parts = parts;
        }

        void write(ByteBuffer part) throws IOException {
            written += part.remaining();
            parts.write(part);
        }

        void block(int kind, byte[] bytes, int length) throws IOException {
            ByteBuffer block = ByteBuffer.allocate(BLOCK_HEAD_BYTES + length);
            block.put((byte) kind).putInt(length).putInt(checksum(kind, bytes, 0, length));
            write(block.put(bytes, 0, length).flip());
        }

        @Override
        public void write(int value) throws IOException {
            if (used == buffer.length) {
                flush();
            }
            buffer[used++] = (byte) value;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
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
        public void flush() throws IOException {
            if (used > 0) {
                block(DATA, buffer, used);
                used = 0;
            }
        }
    }
}
