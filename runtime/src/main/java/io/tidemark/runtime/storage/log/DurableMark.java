package io.tidemark.runtime.storage.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How far the log is known to be durable, in a file of its own that is written after each sync: what is damaged before the mark was acknowledged
 * once and is an error; what is damaged after it was never acknowledged and is cut off. The mark itself need not be durable: an older one
 * claims less.
 *
 * <pre>
 *  0 i64 number of the segment
 *  8 i64 its length in bytes
 * 16 i32 CRC32C of bytes 0 to 15
 * </pre>
 */
final class DurableMark implements AutoCloseable {

    /** How far the log is durable. */
    record Position(long segment, long length) {
        static final Position NONE = new Position(-1, 0);
    }

    private static final String NAME = "durable";
    private static final int CHECKED_BYTES = 16;
    private static final int BYTES = 20;

    private final FileChannel channel;

    private DurableMark(FileChannel channel) {
        this.channel = channel;
    }

    static DurableMark open(Path directory) throws IOException {
        return new DurableMark(
                FileChannel.open(directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    }

    void set(long segment, long length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).putLong(segment).putLong(length);
        bytes.putInt(BlockHeader.checksum(bytes.array(), 0, CHECKED_BYTES));
        channel.write(bytes.flip(), 0);
    }

    /** The mark of a log that is not open; {@link Position#NONE} if there is none that can be trusted. */
    static Position read(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        if (!Files.exists(file)) {
            return Position.NONE;
        }
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length != BYTES) {
            return Position.NONE;
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return buffer.getInt(CHECKED_BYTES) == BlockHeader.checksum(bytes, 0, CHECKED_BYTES)
                ? new Position(buffer.getLong(0), buffer.getLong(8))
                : Position.NONE;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
