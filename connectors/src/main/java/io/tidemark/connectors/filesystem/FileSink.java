package io.tidemark.connectors.filesystem;

import io.tidemark.connectors.format.RowWriter;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.sql.error.CodedException;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Writes each epoch's rows to a file of its own, which becomes visible whole.
 *
 * <p>The file is written under a hidden name; {@link #prepare} makes it durable; {@link #commit} renames it, which is atomic, and then
 * writes the epoch's number to the marker. A crash before the rename leaves the hidden file, which the next opening removes; a crash after it
 * leaves the epoch's file, whose name tells the next opening that the epoch is there, marker or not. An epoch without rows has a marker only.
 * The marker also outlives the files, which a reader may move away.
 *
 * <p>In COMPLETE mode there is one file, which each epoch replaces by renaming the new one over it: a reader sees one result or the next,
 * never both nor a part. A crash between the rename and the marker makes the engine deliver the epoch again, which writes the same file.
 *
 * <p><b>Errors</b>: RESOURCE_DISK, EXTERNAL_IO, EXTERNAL_REJECTED; the epoch can then be aborted, which removes its file.
 */
final class FileSink implements EpochSink {

    private static final int BUFFER_BYTES = 64 * 1024;

    private final SinkDirectory directory;
    private final WriterFactory writers;
    private final boolean complete;

    private long lastCommitted;

    /** The epoch begun last; the same as {@link #lastCommitted} where none is under way. */
    private long begun;

    private boolean prepared;
    private @Nullable Writing writing;

    /** Begins a file of the sink's format. */
    @FunctionalInterface
    interface WriterFactory {
        RowWriter create(OutputStream out) throws IOException;
    }

    /** A file being written; the stream beneath is kept apart, to be made durable and to be closed without writing more. */
    private record Writing(Path file, FileOutputStream bytes, OutputStream buffer, RowWriter rows) {}

    FileSink(SinkDirectory directory, WriterFactory writers, boolean complete) {
        this.directory = directory;
        this.writers = writers;
        this.complete = complete;
        this.lastCommitted = directory.lastCommittedEpoch();
        this.begun = lastCommitted;
    }

    @Override
    public long lastCommittedEpoch() {
        return lastCommitted;
    }

    @Override
    public void begin(long epoch) {
        if (writing != null) {
            throw CodedException.internal("epoch " + epoch + " begins before epoch " + begun + " has ended");
        }
        if (epoch <= lastCommitted) {
            throw CodedException.internal("epoch " + epoch + " begins after epoch " + lastCommitted + " was committed");
        }
        begun = epoch;
        prepared = false;
        if (complete) {
            writing();
        }
    }

    private Writing writing() {
        Writing current = writing;
        return current != null ? current : openFile();
    }

    private Writing openFile() {
        Path file = complete ? directory.resultFile() : directory.epochFile(begun);
        Path temporary = SinkDirectory.temporary(file);
        try {
            FileOutputStream bytes = new FileOutputStream(temporary.toFile());
            OutputStream buffer = new BufferedOutputStream(bytes, BUFFER_BYTES);
            Writing opened = new Writing(file, bytes, buffer, writers.create(buffer));
            writing = opened;
            return opened;
        } catch (IOException e) {
            throw WriteErrors.of(temporary, e);
        }
    }

    @Override
    public void write(Batch delta) {
        if (delta.selectedCount() == 0) {
            return;
        }
        Writing current = writing();
        try {
            current.rows.write(delta);
        } catch (IOException e) {
            throw WriteErrors.of(current.file, e);
        }
    }

    @Override
    public void prepare() {
        Writing current = writing;
        if (current == null || prepared) {
            prepared = true;
            return;
        }
        try {
            current.rows.finish();
            current.buffer.flush();
            current.bytes.getFD().sync();
            current.bytes.close();
            prepared = true;
        } catch (IOException e) {
            throw WriteErrors.of(current.file, e);
        }
    }

    @Override
    public void commit() {
        if (begun == lastCommitted) {
            return;
        }
        if (!prepared) {
            throw CodedException.internal("epoch " + begun + " is committed before it is prepared");
        }
        Writing current = writing;
        try {
            if (current != null) {
                directory.publish(current.file);
                writing = null;
            }
            directory.mark(begun);
            lastCommitted = begun;
        } catch (IOException e) {
            throw WriteErrors.of(directory.resultFile(), e);
        }
    }

    @Override
    public void abort() {
        Writing current = writing;
        writing = null;
        begun = lastCommitted;
        if (current != null) {
            Path temporary = SinkDirectory.temporary(current.file);
            try {
                current.bytes.close();
                Files.deleteIfExists(temporary);
            } catch (IOException e) {
                throw WriteErrors.of(temporary, e);
            }
        }
    }

    @Override
    public void close() {
        abort();
    }
}
