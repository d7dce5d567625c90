package io.tidemark.runtime.storage.log;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.WriteFailure;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * What it takes for files to be there after a crash, and what to say when they are not.
 *
 * <p>An interruption of the thread closes a FileChannel, so what callers' threads write goes through streams.
 */
public final class StorageFiles {

    private StorageFiles() {}

    /** Makes it durable which files a directory holds. An interruption of the thread waits until that is done. */
    public static void syncDirectory(Path directory) throws IOException {
        boolean interrupted = Thread.interrupted();
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Writes a file whole: after a crash there is the old content or the new. */
    public static void replace(Path file, byte[] content, boolean durable) throws IOException {
        Path written = file.resolveSibling(file.getFileName() + ".tmp");
        try (FileOutputStream out = new FileOutputStream(written.toFile())) {
            out.write(content);
            if (durable) {
                out.getFD().sync();
            }
        }
        moveInPlace(written, file, durable);
    }

    /** Renames a complete file, in place of another if there is one. */
    public static void moveInPlace(Path written, Path file, boolean durable) throws IOException {
        try {
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException("the file system of \"" + file.getParent() + "\" cannot rename at once", e);
        }
        if (durable) {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                syncDirectory(directory);
            }
        }
    }

    /** Writes all that remains in the buffer. */
    public static void writeFully(FileChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /** Deletes a directory and all in it, if it is there. */
    public static void deleteTree(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** What a failure to write means: RESOURCE_DISK or EXTERNAL_IO. */
    public static CodedException writeFailed(Path path, IOException cause) {
        return WriteFailure.of(
                path, cause, "then run the statement again; a query that has failed goes on with RESUME QUERY");
    }

    /** What a failure to read means: EXTERNAL_IO. */
    public static CodedException readFailed(Path path, IOException cause) {
        return CodedException.externalIo("\"" + path + "\" cannot be read: " + cause.getMessage(), cause);
    }

    /** Stored data is not what was written. */
    public static CodedException corrupted(Path file, long offset, String what) {
        return CodedException.of(ErrorCode.CORRUPTED, "\"" + file + "\" is damaged at byte " + offset + ": " + what)
                .hint("restore the data directory from a backup, or drop the stream or table");
    }
}
