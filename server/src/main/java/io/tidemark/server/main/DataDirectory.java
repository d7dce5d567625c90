package io.tidemark.server.main;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The data directory, held by this process alone while it is open.
 *
 * <p><b>Errors</b>: LOCKED if another server holds it; EXTERNAL_IO if it can't be made or written.
 */
public final class DataDirectory implements AutoCloseable {

    private final Path path;
    private final FileChannel channel;
    private final FileLock lock;

    private DataDirectory(Path path, FileChannel channel, FileLock lock) {
        this.path = path;
        this.channel = channel;
        this.lock = lock;
    }

    /** Makes the directory if it is missing, and locks it. */
    public static DataDirectory open(Path path) {
        FileChannel channel;
        try {
            Files.createDirectories(path);
            channel =
                    FileChannel.open(path.resolve("server.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw CodedException.externalIo("cannot write to the data directory \"" + path + "\": " + reason(e), e)
                    .hint("name a directory that this user may write to with --data-dir");
        }
        return new DataDirectory(path, channel, lock(path, channel));
    }

    private static FileLock lock(Path path, FileChannel channel) {
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            throw locked(path).cause(e);
        } catch (IOException e) {
            throw CodedException.externalIo("cannot lock the data directory \"" + path + "\": " + reason(e), e);
        } finally {
            if (lock == null) {
                closeQuietly(channel);
            }
        }
        if (lock == null) {
            throw locked(path);
        }
        return lock;
    }

    private static CodedException locked(Path path) {
        return CodedException.of(ErrorCode.LOCKED, "another server uses the data directory \"" + path + "\"")
                .hint("stop it first, or give this one a directory of its own with --data-dir");
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName() + (e.getMessage() == null ? "" : " " + e.getMessage());
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw CodedException.externalIo("cannot close the lock file", e);
        }
    }

    /** The directory. */
    public Path path() {
        return path;
    }

    @Override
    public void close() {
        try {
            lock.release();
            channel.close();
        } catch (IOException e) {
            throw CodedException.externalIo("cannot release the data directory \"" + path + "\"", e);
        }
    }
}
