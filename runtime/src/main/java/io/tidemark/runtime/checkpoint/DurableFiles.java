package io.tidemark.runtime.checkpoint;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * The file operations that durability hangs on. {@link LocalFiles} does them on a disk; tests lose what was never forced.
 *
 * <p><b>Errors</b>: {@link IOException}, which callers turn into an error of their own. Threads that call this are never interrupted: an
 * interrupt closes the channel under everyone's feet.
 */
public interface DurableFiles {

    /** Opens a file at its end, making it (and its entry in the directory, durably) if it is absent. */
    AppendFile append(Path file) throws IOException;

    /** Opens a file for reading from its start. */
    InputStream read(Path file) throws IOException;

    /** The regular files in a directory by rising name; none if there is no such directory. */
    List<Path> list(Path directory) throws IOException;

    /** Makes a directory and those above it. */
    void makeDirectories(Path directory) throws IOException;

    /** Renames a file in place of another, at once and durably. */
    void replace(Path from, Path to) throws IOException;

    /** Deletes a file, or a directory with all that is in it; nothing if it is absent. */
    void delete(Path path) throws IOException;

    /** A file open for appending. Single-threaded. */
    interface AppendFile extends Closeable {

        /** The length, in bytes. */
        long size();

        /** Appends all of the bytes. */
        void write(ByteBuffer bytes) throws IOException;

        /** Makes everything appended survive a loss of power. */
        void force() throws IOException;

        /** Cuts the file to a length. */
        void truncate(long size) throws IOException;
    }
}
