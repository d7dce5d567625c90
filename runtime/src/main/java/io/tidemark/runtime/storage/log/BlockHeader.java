package io.tidemark.runtime.storage.log;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * What stands before each block in a segment file.
 *
 * <pre>
 *  0 u32 length of the payload, which follows the header: metadata, then content
 *  4 u32 CRC32C of the payload
 *  8 i64 ordinal: of the block's first row in a stream, of the commit in a table
 * 16 u32 span: how many ordinals the block takes up
 * 20 u16 length of the metadata: a {@link WriterEpoch}, or nothing
 * 22 u8  flags: 1 = the last block of its group
 * 23 u8  format = 1
 * 24 u32 CRC32C of bytes 0 to 23
 * </pre>
 *
 * Numbers are little-endian.
 */
record BlockHeader(int payloadLength, int payloadChecksum, long ordinal, int span, int metadataLength, boolean last) {

    static final int BYTES = 28;
    private static final int CHECKED_BYTES = 24;
    private static final int FORMAT = 1;

    void write(ByteBuffer out) {
        byte[] bytes = new byte[BYTES];
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(payloadLength)
                .putInt(payloadChecksum)
                .putLong(ordinal)
                .putInt(span)
                .putShort((short) metadataLength)
                .put((byte) (last ? 1 : 0))
                .put((byte) FORMAT)
                .putInt(checksum(bytes, 0, CHECKED_BYTES));
        out.put(bytes);
    }

    /** Whether there is a whole header at that place whose checksum is right. */
    static boolean isValid(byte[] bytes, int offset, int available) {
        return available >= BYTES
                && bytes[offset + 23] == FORMAT
                && buffer(bytes, offset).getInt(CHECKED_BYTES) == checksum(bytes, offset, CHECKED_BYTES);
    }

    static BlockHeader read(byte[] bytes, int offset) {
        ByteBuffer header = buffer(bytes, offset);
        return new BlockHeader(
                header.getInt(0),
                header.getInt(4),
                header.getLong(8),
                header.getInt(16),
                header.getShort(20) & 0xffff,
                (header.get(22) & 1) != 0);
    }

    private static ByteBuffer buffer(byte[] bytes, int offset) {
        return ByteBuffer.wrap(bytes, offset, BYTES).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    static int checksum(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
