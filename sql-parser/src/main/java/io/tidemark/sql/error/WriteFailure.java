package io.tidemark.sql.error;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What it means that a file can't be written, and what to do: the disk is full, may not be written, or is broken. */
public final class WriteFailure {
    private WriteFailure() {}

    /**
     * The error of a failed write: RESOURCE_DISK with the space that there is, if the disk is full, else EXTERNAL_IO.
     *
     * @param path the file or directory that was written to
     * @param then what to do when the disk has been seen to, such as {@code RESUME QUERY goes on}
     */
    public static CodedException of(Path path, IOException cause, String then) {
        String text = String.valueOf(cause.getMessage());
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.contains("no space left") || lower.contains("quota exceeded") || lower.contains("not enough space")) {
            return CodedException.of(
                            ErrorCode.RESOURCE_DISK,
                            "the disk is full: \"" + path + "\" cannot be written" + space(path))
                    .hint("free some space there; " + then)
                    .cause(cause);
        }
        if (lower.contains("read-only")) {
            return CodedException.externalIo("\"" + path + "\" cannot be written: its file system is read-only", cause)
                    .hint("make it writable again; " + then);
        }
        return CodedException.externalIo("\"" + path + "\" cannot be written: " + text, cause)
                .hint("see to that disk; " + then);
    }

    private static String space(Path path) {
        if (!path.getFileSystem().equals(FileSystems.getDefault())) {
            return "";
        }
        Path there = path.toAbsolutePath();
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (there == null) {
            return "";
        }
        try {
            FileStore store = Files.getFileStore(there);
            return " (" + store.getUsableSpace() + " of " + store.getTotalSpace() + " bytes are free)";
        } catch (IOException e) {
            return "";
        }
    }
}
