package io.tidemark.server.catalog;

import io.tidemark.runtime.checkpoint.DurableFiles;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.WriteFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The file of the catalog's records, to which each is appended and forced to disk.
 *
 * <pre>
 * file    magic:4 "TMCA"  version:4 (1)  record...
 * record  length:4 of the body  crc:4 (CRC32C) over the body  body (see CatalogRecordCodec)
 * </pre>
 *
 * <p>A record is durable before the next one is written. So one that can't be read, with none behind it that can, is what a crash left of a change
 * that was never acknowledged; any other one is damage.
 *
 * <p><b>Errors</b>: EXTERNAL_IO if the file can't be read or written, CORRUPTED if it is damaged. Single-threaded.
 */
final class CatalogLog implements AutoCloseable {

    private static final int MAGIC = 0x544d4341;
    private static final int VERSION = 1;
    private static final int HEADER_BYTES = 8;
    private static final int RECORD_HEAD_BYTES = 8;

    private final Path file;
    private final DurableFiles.AppendFile out;
    private boolean doubtful;
    private long whole;

    private CatalogLog(Path file, DurableFiles.AppendFile out) {
        this.file = file;
        this.out = out;
        this.whole = out.size();
    }

    /** The records of a file, in order; none if there is no such file. */
    static List<CatalogRecord> read(Path file, DurableFiles files) {
        try {
            if (!files.list(directory(file)).contains(file)) {
                return List.of();
            }
            try (InputStream in = files.read(file)) {
                return records(file, in.readAllBytes());
            }
        } catch (IOException e) {
            throw CodedException.externalIo("cannot read the catalog \"" + file + "\": " + e.getMessage(), e);
        }
    }

    private static Path directory(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw CodedException.internal("the catalog \"" + file + "\" is in no directory");
        }
        return directory;
    }

    private static List<CatalogRecord> records(Path file, byte[] bytes) {
        ByteBuffer header = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER_BYTES || header.getInt() != MAGIC || header.getInt() != VERSION) {
            throw damaged(file, 0);
        }
        List<CatalogRecord> records = new ArrayList<>();
        int offset = HEADER_BYTES;
        while (isRecord(bytes, offset)) {
            int length = ByteBuffer.wrap(bytes).getInt(offset);
            try {
                records.add(CatalogRecordCodec.decode(bytes, offset + RECORD_HEAD_BYTES, length));
            } catch (IOException e) {
                throw damaged(file, offset).cause(e);
            }
            offset += RECORD_HEAD_BYTES + length;
        }
        for (int later = offset + 1; later < bytes.length; later++) {
            if (isRecord(bytes, later)) {
                throw damaged(file, offset);
            }
        }
        return records;
    }

    private static boolean isRecord(byte[] bytes, int offset) {
        if (offset + RECORD_HEAD_BYTES > bytes.length) {
            return false;
        }
        ByteBuffer head = ByteBuffer.wrap(bytes);
        int length = head.getInt(offset);
        return length > 0
                && length <= bytes.length - offset - RECORD_HEAD_BYTES
                && head.getInt(offset + 4) == checksum(bytes, offset + RECORD_HEAD_BYTES, length);
    }

    private static int checksum(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    private static CodedException damaged(Path file, int offset) {
        return CodedException.of(ErrorCode.CORRUPTED, "the catalog \"" + file + "\" is damaged at byte " + offset)
                .hint("restore the data directory from a backup");
    }

    /**
     * Writes a file of these records in place of the one that there is, at once, and opens it for more.
     *
     * @param file the file, beside which the new one is prepared
     */
    static CatalogLog rewrite(Path file, List<CatalogRecord> records, DurableFiles files) {
        Path prepared = directory(file).resolve(file.getFileName() + ".new");
        try {
            files.delete(prepared);
            try (DurableFiles.AppendFile out = files.append(prepared)) {
                out.write(ByteBuffer.allocate(HEADER_BYTES)
                        .putInt(MAGIC)
                        .putInt(VERSION)
                        .flip());
                for (CatalogRecord record : records) {
                    out.write(framed(record));
                }
                out.force();
            }
            files.replace(prepared, file);
            return new CatalogLog(file, files.append(file));
        } catch (IOException e) {
            throw notWritten(file, e);
        }
    }

    private static ByteBuffer framed(CatalogRecord record) {
        byte[] body = CatalogRecordCodec.encode(record);
        return ByteBuffer.allocate(RECORD_HEAD_BYTES + body.length)
                .putInt(body.length)
                .putInt(checksum(body, 0, body.length))
                .put(body)
                .flip();
    }

    private static CodedException notWritten(Path file, IOException e) {
        return WriteFailure.of(file, e, "then run the statement again, of which nothing is left");
    }

    /** Appends a record. When this returns it is on disk; when it throws the record is not there. */
    void append(CatalogRecord record) {
        try {
            takeBackIfDoubtful();
            doubtful = true;
            out.write(framed(record));
            out.force();
            doubtful = false;
            whole = out.size();
        } catch (IOException e) {
            try {
                takeBackIfDoubtful();
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw notWritten(file, e);
        }
    }

    /** Cuts off what was written of a record that did not come to its end; only then can others follow. */
    private void takeBackIfDoubtful() throws IOException {
        if (doubtful) {
            out.truncate(whole);
            out.force();
            doubtful = false;
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw notWritten(file, e);
        }
    }
}
