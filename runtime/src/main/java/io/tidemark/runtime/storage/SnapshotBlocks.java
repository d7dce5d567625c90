package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.storage.codec.BatchCodec;
import io.tidemark.runtime.storage.log.StorageFiles;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * A file of {@link TableSnapshots} whose blocks can be read from any one on. Immutable; the file is open only while something is read.
 *
 * <p><b>Cost</b>: opening it seeks once per block.
 */
final class SnapshotBlocks {

    private static final int HEADER_BYTES = 2 * Long.BYTES;
    private static final int BLOCK_HEADER_BYTES = 2 * Integer.BYTES;

    private final Path file;
    private final List<Long> offsets;
    private final long sizeBytes;

    private SnapshotBlocks(Path file, List<Long> offsets, long sizeBytes) {
        this.file = file;
        this.offsets = offsets;
        this.sizeBytes = sizeBytes;
    }

    static SnapshotBlocks open(Path file) {
        List<Long> offsets = new ArrayList<>();
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long offset = HEADER_BYTES;
            in.seek(offset);
            for (int length = in.readInt(); length != 0; length = in.readInt()) {
                if (length < 0) {
                    throw StorageFiles.corrupted(file, offset, "a block has a negative length");
                }
                offsets.add(offset);
                offset += BLOCK_HEADER_BYTES + length;
                in.seek(offset);
            }
            return new SnapshotBlocks(file, List.copyOf(offsets), in.length());
        } catch (EOFException e) {
            throw StorageFiles.corrupted(file, file.toFile().length(), "it ends too early")
                    .cause(e);
        } catch (IOException e) {
            throw StorageFiles.readFailed(file, e);
        }
    }

    /** The number of blocks; each holds up to {@link Batch#MAX_ROWS} rows. */
    int count() {
        return offsets.size();
    }

    /** About how many bytes a block takes. */
    long bytesPerBlock() {
        return Math.max(1, sizeBytes / Math.max(1, count()));
    }

    /** The rows of the blocks from {@code from} up to and without {@code to}, read as they are asked for. */
    Iterator<Batch> read(int from, int to, Schema schema) {
        return new Iterator<>() {
            private int next = from;

            @Override
            public boolean hasNext() {
                return next < to;
            }

            @Override
            public Batch next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("block " + next);
                }
                return BatchCodec.decode(block(offsets.get(next++)), schema);
            }
        };
    }

    private byte[] block(long offset) {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(offset);
            byte[] block = new byte[in.readInt()];
            int checksum = in.readInt();
            in.readFully(block);
            if (TableSnapshots.checksum(block) != checksum) {
                throw StorageFiles.corrupted(file, offset, "the checksum of a block does not match");
            }
            return block;
        } catch (IOException e) {
            throw StorageFiles.readFailed(file, e);
        }
    }
}
