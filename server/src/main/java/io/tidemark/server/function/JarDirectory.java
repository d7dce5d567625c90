package io.tidemark.server.function;

import io.tidemark.runtime.checkpoint.DurableFiles;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.WriteFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The server's copies of jars, each under the SHA-256 of its content: {@code functions/<digits>.jar} in the data directory. So a function outlives
 * the file that it came from, and stays what it was when that file changes.
 *
 * <p><b>Errors</b>: EXTERNAL_NOT_FOUND or EXTERNAL_IO for a file that can't be read, CORRUPTED for a copy that is gone or not what it was.
 */
final class JarDirectory {

    private final Path directory;
    private final DurableFiles files;

    JarDirectory(Path directory, DurableFiles files) {
        this.directory = directory;
        this.files = files;
    }

    /** Copies a jar, and returns its digits. When this returns the copy is on disk. */
    String copy(Path jar) {
        byte[] content = read(jar);
        String digits = digits(content);
        Path copy = path(digits);
        Path prepared = directory.resolve(digits + ".new");
        try {
            files.makeDirectories(directory);
            files.delete(prepared);
            try (DurableFiles.AppendFile out = files.append(prepared)) {
                out.write(ByteBuffer.wrap(content));
                out.force();
            }
            files.replace(prepared, copy);
        } catch (IOException e) {
            throw WriteFailure.of(copy, e, "then run the statement again, of which nothing is left");
        }
        return digits;
    }

    private static byte[] read(Path jar) {
        if (!Files.isRegularFile(jar)) {
            throw CodedException.of(ErrorCode.EXTERNAL_NOT_FOUND, "there is no jar \"" + jar + "\" on the server")
                    .hint("give the path of a file that the server can read");
        }
        try {
            return Files.readAllBytes(jar);
        } catch (IOException e) {
            throw CodedException.externalIo("cannot read the jar \"" + jar + "\": " + e.getMessage(), e);
        }
    }

    private static String digits(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw CodedException.internal("every Java has SHA-256").cause(e);
        }
    }

    /** The copy with these digits, which is as it was made. */
    Path verified(String digits) {
        Path copy = path(digits);
        try {
            if (Files.isRegularFile(copy) && digits(Files.readAllBytes(copy)).equals(digits)) {
                return copy;
            }
        } catch (IOException e) {
            throw CodedException.externalIo("cannot read the jar \"" + copy + "\": " + e.getMessage(), e);
        }
        throw CodedException.of(
                        ErrorCode.CORRUPTED, "the jar \"" + copy + "\" is gone, or not what CREATE FUNCTION copied")
                .hint(
                        "restore it from a backup of the data directory, or put the jar that the function was made of in its place");
    }

    private Path path(String digits) {
        return directory.resolve(digits + ".jar");
    }

    /** Deletes a copy that no function needs. */
    void delete(String digits) {
        try {
            files.delete(path(digits));
        } catch (IOException e) {
            throw CodedException.externalIo("cannot delete the jar \"" + path(digits) + "\": " + e.getMessage(), e);
        }
    }
}
