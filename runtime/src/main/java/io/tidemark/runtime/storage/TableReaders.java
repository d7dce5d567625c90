package io.tidemark.runtime.storage;

import io.tidemark.runtime.storage.log.StorageFiles;
import io.tidemark.sql.error.CodedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * From which version on each reader of a table's changes still needs them, kept in a file so that it outlives restarts. A release need not be
 * durable: an older number keeps more.
 *
 * <p>The file is {@code "TMKREAD1":i64, count:i32, { reader:utf, version:i64 }*, CRC32C of all before:i32}. Safe for use by several threads.
 */
final class TableReaders {

    private static final long MAGIC = 0x544d4b5245414431L;
    private static final String NAME = "readers";

    private final Path file;
    private final Map<String, Long> needed = new TreeMap<>();

    private TableReaders(Path file) {
        this.file = file;
    }

    static TableReaders open(Path directory) throws IOException {
        TableReaders readers = new TableReaders(directory.resolve(NAME));
        if (Files.exists(readers.file)) {
            readers.load(Files.readAllBytes(readers.file));
        }
        return readers;
    }

    private void load(byte[] bytes) throws IOException {
        int checked = bytes.length - Integer.BYTES;
        if (checked < Long.BYTES + Integer.BYTES) {
            throw StorageFiles.corrupted(file, 0, "it is too short");
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        in.skipNBytes(checked);
        if (in.readInt() != checksum(bytes, checked)) {
            throw StorageFiles.corrupted(file, 0, "its checksum does not match");
        }
        DataInputStream body = new DataInputStream(new ByteArrayInputStream(bytes));
        if (body.readLong() != MAGIC) {
            throw StorageFiles.corrupted(file, 0, "it is not a list of readers");
        }
        for (int count = body.readInt(); count > 0; count--) {
            needed.put(body.readUTF(), body.readLong());
        }
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /** Lets a reader need everything after the version given, unless it is known already. */
    synchronized void register(String reader, long version) {
        if (needed.putIfAbsent(reader, version) == null) {
            store(true);
        }
    }

    /** Lets a reader need only what comes after the version given. */
    synchronized void release(String reader, long version) {
        Long present = needed.get(reader);
        if (present != null && present < version) {
            needed.put(reader, version);
            store(false);
        }
    }

    synchronized boolean contains(String reader) {
        return needed.containsKey(reader);
    }

    synchronized boolean isEmpty() {
        return needed.isEmpty();
    }

    synchronized Set<String> names() {
        return Set.copyOf(needed.keySet());
    }

    /** The version after which a reader needs everything. */
    synchronized long version(String reader) {
        Long version = needed.get(reader);
        if (version == null) {
            throw CodedException.internal("\"" + reader + "\" is not among the readers in \"" + file + "\"");
        }
        return version;
    }

    synchronized void forget(String reader) {
        if (needed.remove(reader) != null) {
            store(true);
        }
    }

    /** The least version after which some reader needs the changes; the one given if none needs an earlier. */
    synchronized long least(long version) {
        return needed.values().stream().reduce(version, Math::min);
    }

    private void store(boolean durable) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(MAGIC);
            out.writeInt(needed.size());
            for (Map.Entry<String, Long> entry : needed.entrySet()) {
                out.writeUTF(entry.getKey());
                out.writeLong(entry.getValue());
            }
            out.writeInt(checksum(bytes.toByteArray(), bytes.size()));
            StorageFiles.replace(file, bytes.toByteArray(), durable);
        } catch (IOException e) {
            throw StorageFiles.writeFailed(file, e);
        }
    }
}
