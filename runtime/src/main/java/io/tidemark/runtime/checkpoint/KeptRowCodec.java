package io.tidemark.runtime.checkpoint;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Kept rows as bytes, big-endian: epoch:8 at:8 partition:4 offset:8 eventTime:8 watermark:8, then source, reason and payload, each as length:4 and UTF-8.
 */
final class KeptRowCodec {

    private KeptRowCodec() {}

    static byte[] encode(KeptRow row) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(row.epoch());
            out.writeLong(row.atMicros());
            out.writeInt(row.partition());
            out.writeLong(row.offset());
            out.writeLong(row.eventTime());
            out.writeLong(row.watermark());
            writeText(out, row.source());
            writeText(out, row.reason());
            writeText(out, row.payload());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static KeptRow decode(KeptRow.Kind kind, byte[] body) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(body));
        long epoch = in.readLong();
        long at = in.readLong();
        int partition = in.readInt();
        long offset = in.readLong();
        long eventTime = in.readLong();
        long watermark = in.readLong();
        String source = readText(in);
        String reason = readText(in);
        return new KeptRow(kind, epoch, at, source, partition, offset, eventTime, watermark, reason, readText(in));
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = cut(text.getBytes(StandardCharsets.UTF_8));
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** At most the length kept, and no half character at the end. */
    private static byte[] cut(byte[] utf8) {
        int end = KeptRow.MAX_PAYLOAD_BYTES;
        if (utf8.length <= end) {
            return utf8;
        }
        while ((utf8[end] & 0xC0) == 0x80) {
            end--;
        }
        return Arrays.copyOf(utf8, end);
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }
}
