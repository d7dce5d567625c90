package io.tidemark.runtime.checkpoint;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * One file of the plan log, and what it holds for whom.
 *
 * <pre>
 * file    magic:4 "TMPL"  version:4 (1)  number:8  crc:4 over the 16 bytes before  zero:4  record...
 * record  length:4 of the body  crc:4 over synced and body  synced:8  body (see PlanRecordCodec)
 * </pre>
 *
 * Big-endian; CRC32C. {@code synced} is the length of this file that was known to be durable when the record was written. So a record that
 * can't be read, with none behind it that knew it to be durable, is what a crash left of an unfinished write; any other one is damage.
 */
final class PlanSegment {

    static final int HEADER_BYTES = 24;
    static final int RECORD_HEAD_BYTES = 16;
    static final int MAX_BODY_BYTES = 64 * 1024 * 1024;

    private static final int MAGIC = 0x544d504c;
    private static final int VERSION = 1;

    final Path file;
    final long number;
    /** For each query that still counts here, the greatest epoch. */
    final Map<String, Long> lastEpochs = new HashMap<>();
    /** Queries with any record in the file, also such as mean nothing any more. */
    final Set<String> present = new HashSet<>();
    /** Queries that are retired here. */
    final Set<String> retired = new HashSet<>();

    /** The length up to which records have been written; guarded by the log. */
    long written = HEADER_BYTES;

    PlanSegment(Path file, long number) {
        this.file = file;
        this.number = number;
    }

    static ByteBuffer header(long number) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.putInt(MAGIC).putInt(VERSION).putLong(number);
        header.putInt(checksum(header.array(), 0, 16)).putInt(0);
        return header.flip();
    }

    static int encodedBytes(byte[] body) {
        return RECORD_HEAD_BYTES + body.length;
    }

    static void encode(byte[] body, long synced, ByteBuffer into) {
        byte[] checked = ByteBuffer.allocate(Long.BYTES + body.length)
                .putLong(synced)
                .put(body)
                .array();
        into.putInt(body.length).putInt(checksum(checked, 0, checked.length)).put(checked);
    }

    /** Takes note of a record that now stands in the file. */
    void note(PlanRecord record) {
        present.add(record.query());
        if (record instanceof PlanRecord.Plan plan) {
            lastEpochs.merge(plan.query(), plan.epoch(), Math::max);
        } else if (record instanceof PlanRecord.Answers answers) {
            lastEpochs.merge(answers.query(), answers.epoch(), Math::max);
        } else if (record instanceof PlanRecord.Retire retire) {
            lastEpochs.remove(retire.query());
            retired.add(retire.query());
        }
    }

    /**
     * Reads the records of the file in order.
     *
     * @param upTo the length to read; what lies behind it is left alone
     * @param last whether the file may end in an unfinished write
     * @return the length up to which the file is whole; 0 if not even its header is
     */
    long scan(DurableFiles files, long upTo, boolean last, Consumer<PlanRecord> records) {
        byte[] bytes = load(files, upTo);
        if (!hasHeader(bytes)) {
            refuseUnlessTorn(bytes, 0, last);
            return 0;
        }
        int offset = HEADER_BYTES;
        while (offset < bytes.length) {
            if (!isRecord(bytes, offset)) {
                refuseUnlessTorn(bytes, offset, last);
                return offset;
            }
            int length = intAt(bytes, offset);
            records.accept(decode(bytes, offset, length));
            offset += RECORD_HEAD_BYTES + length;
        }
        return offset;
    }

    private PlanRecord decode(byte[] bytes, int offset, int length) {
        try {
            return PlanRecordCodec.decode(bytes, offset + RECORD_HEAD_BYTES, length);
        } catch (IOException e) {
            throw damaged(offset).cause(e);
        }
    }

    private byte[] load(DurableFiles files, long upTo) {
        try (InputStream in = files.read(file)) {
            return in.readNBytes((int) Math.min(upTo, Integer.MAX_VALUE - 8));
        } catch (IOException e) {
            throw CodedException.externalIo("cannot read the plan log file \"" + file + "\": " + e.getMessage(), e);
        }
    }

    private boolean hasHeader(byte[] bytes) {
        if (bytes.length < HEADER_BYTES || intAt(bytes, 16) != checksum(bytes, 0, 16)) {
            return false;
        }
        ByteBuffer header = ByteBuffer.wrap(bytes);
        int magic = header.getInt();
        int version = header.getInt();
        if (magic != MAGIC || version != VERSION || header.getLong() != number) {
            throw damaged(0)
                    .hint("this version reads plan log files of format " + VERSION
                            + "; remove no file of the data directory by hand");
        }
        return true;
    }

    private void refuseUnlessTorn(byte[] bytes, int offset, boolean last) {
        if (!last) {
            throw damaged(offset);
        }
        for (int later = Math.max(offset + 1, HEADER_BYTES); later + RECORD_HEAD_BYTES <= bytes.length; later++) {
            if (isRecord(bytes, later) && ByteBuffer.wrap(bytes).getLong(later + 8) > offset) {
                throw damaged(offset);
            }
        }
    }

    private static boolean isRecord(byte[] bytes, int offset) {
        if (offset + RECORD_HEAD_BYTES > bytes.length) {
            return false;
        }
        int length = intAt(bytes, offset);
        return length > 0
                && length <= MAX_BODY_BYTES
                && length <= bytes.length - offset - RECORD_HEAD_BYTES
                && intAt(bytes, offset + 4) == checksum(bytes, offset + 8, 8 + length);
    }

    private CodedException damaged(int offset) {
        return CodedException.of(
                        ErrorCode.CORRUPTED,
                        "the plan log file \"" + file + "\" is damaged at byte " + offset
                                + ", before records known to be durable")
                .hint("restore the data directory from a backup, or drop the queries that it belongs to");
    }

    private static int intAt(byte[] bytes, int offset) {
        return ByteBuffer.wrap(bytes).getInt(offset);
    }

    static int checksum(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
