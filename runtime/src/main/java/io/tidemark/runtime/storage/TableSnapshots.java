package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.storage.codec.BatchCodec;
import io.tidemark.runtime.storage.log.StorageFiles;
import io.tidemark.runtime.storage.versioned.VersionedRows;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A table's rows at some versions, each in a file of its own, so that the log before it can go.
 *
 * <p>A file is {@code "TMKSNAP1":i64, version:i64, { length:i32, CRC32C:i32, block }*, 0:i32, number of blocks:i32}; a block is a batch as {@link
 * BatchCodec} has it. It gets its name when it is complete and durable.
 */
final class TableSnapshots {

    private static final long MAGIC = 0x544d4b534e415031L;
    private static final String SUFFIX = ".snap";
    private static final int BUFFER_BYTES = 256 * 1024;

    private final Path directory;
    private final NavigableMap<Long, Path> files = new TreeMap<>();

    private TableSnapshots(Path directory) {
        this.directory = directory;
    }

    static TableSnapshots open(Path directory) throws IOException {
        TableSnapshots snapshots = new TableSnapshots(directory);
        try (Stream<Path> found = Files.list(directory)) {
            for (Path file : found.toList()) {
                String name = file.getFileName().toString();
                if (name.matches("\\d{20}\\" + SUFFIX)) {
                    snapshots.files.put(Long.parseLong(name.substring(0, 20)), file);
                } else if (name.endsWith(SUFFIX + ".tmp")) {
                    Files.delete(file);
                }
            }
        }
        return snapshots;
    }

    /** Loads the newest snapshot of a version up to the one given into empty rows, which then have its version; none leaves them at 0. */
    synchronized void load(long upToVersion, VersionedRows rows) {
        Map.Entry<Long, Path> entry = files.floorEntry(upToVersion);
        if (entry == null) {
            return;
        }
        Path file = entry.getValue();
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES))) {
            if (in.readLong() != MAGIC || in.readLong() != entry.getKey()) {
                throw StorageFiles.corrupted(file, 0, "it is not a snapshot of version " + entry.getKey());
            }
            loadBlocks(file, in, rows);
        } catch (EOFException e) {
            throw StorageFiles.corrupted(file, size(file), "it ends too early").cause(e);
        } catch (IOException e) {
            throw StorageFiles.readFailed(file, e);
        }
        rows.publish(entry.getKey());
    }

    /** The blocks of the snapshot of a version, if there is one. */
    synchronized Optional<SnapshotBlocks> blocks(long version) {
        return Optional.ofNullable(files.get(version)).map(SnapshotBlocks::open);
    }

    /** Deletes the snapshots of versions below the one given. */
    synchronized void deleteBelow(long version) {
        NavigableMap<Long, Path> outdated = files.headMap(version, false);
        for (Path file : List.copyOf(outdated.values())) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw StorageFiles.writeFailed(file, e);
            }
        }
        outdated.clear();
    }

    private static void loadBlocks(Path file, DataInputStream in, VersionedRows rows) throws IOException {
        long offset = 2L * Long.BYTES;
        int blocks = 0;
        for (int length = in.readInt(); length != 0; length = in.readInt()) {
            int checksum = in.readInt();
            byte[] block = length < 0 ? new byte[0] : in.readNBytes(length);
            if (block.length != length || checksum(block) != checksum) {
                throw StorageFiles.corrupted(file, offset, "the checksum of a block does not match");
            }
            rows.apply(BatchCodec.decode(block, rows.schema()));
            offset += 2L * Integer.BYTES + length;
            blocks++;
        }
        if (in.readInt() != blocks) {
            throw StorageFiles.corrupted(file, offset, "it has " + blocks + " blocks, which is not their number");
        }
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    static int checksum(byte[] block) {
        CRC32C crc = new CRC32C();
        crc.update(block, 0, block.length);
        return (int) crc.getValue();
    }

    /** Writes the version pinned. */
    void write(VersionedSnapshot snapshot) {
        Path file = directory.resolve("%020d".formatted(snapshot.version()) + SUFFIX);
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            try (FileOutputStream to = new FileOutputStream(unfinished.toFile())) {
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(to, BUFFER_BYTES));
                writeTo(out, snapshot);
                out.flush();
                to.getFD().sync();
            }
            StorageFiles.moveInPlace(unfinished, file, true);
        } catch (IOException e) {
            throw StorageFiles.writeFailed(file, e);
        }
        synchronized (this) {
            files.put(snapshot.version(), file);
        }
    }

    private static void writeTo(DataOutputStream out, VersionedSnapshot snapshot) throws IOException {
        out.writeLong(MAGIC);
        out.writeLong(snapshot.version());
        int blocks = 0;
        for (Iterator<Batch> batches = snapshot.scan(); batches.hasNext(); blocks++) {
            byte[] block = BatchCodec.encode(batches.next());
            out.writeInt(block.length);
            out.writeInt(checksum(block));
            out.write(block);
        }
        out.writeInt(0);
        out.writeInt(blocks);
    }

    /** The version of the newest snapshot; 0 without one. */
    synchronized long newest() {
        return files.isEmpty() ? 0 : files.lastKey();
    }

    /** The length of the newest snapshot, in bytes. */
    synchronized long newestSizeBytes() {
        return files.isEmpty() ? 0 : size(files.lastEntry().getValue());
    }

    /**
     * Deletes the snapshots that are not needed to find out the rows at the version given or later.
     *
     * @return the version of the oldest one kept, after which the log is needed
     */
    synchronized long trim(long version) {
        Long kept = files.floorKey(version);
        if (kept == null) {
            return 0;
        }
        List<Path> outdated = List.copyOf(files.headMap(kept).values());
        files.headMap(kept).clear();
        for (Path file : outdated) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw StorageFiles.writeFailed(file, e);
            }
        }
        return kept;
    }
}
