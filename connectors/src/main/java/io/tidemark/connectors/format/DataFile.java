package io.tidemark.connectors.format;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/**
 * A file as it was when it was taken.
 *
 * @param path where it is
 * @param name its path relative to the directory that is read
 * @param sizeBytes its size
 * @param modifiedMicros its modification time, micros since the epoch
 */
public record DataFile(Path path, String name, long sizeBytes, long modifiedMicros) {

    /** The file with the attributes it has now. */
    public static DataFile of(Path path, String name, BasicFileAttributes attributes) {
        return new DataFile(
                path, name, attributes.size(), attributes.lastModifiedTime().to(TimeUnit.MICROSECONDS));
    }

    /**
     * Makes sure that the file is still as it was taken.
     *
     * @throws CodedException EXTERNAL_DATA_LOST if it is not
     */
    public void verifyUnchanged() throws IOException {
        DataFile now;
        try {
            now = of(path, name, Files.readAttributes(path, BasicFileAttributes.class));
        } catch (NoSuchFileException e) {
            throw lost("is gone").cause(e);
        }
        if (now.sizeBytes != sizeBytes) {
            throw lost("has changed its size from " + sizeBytes + " to " + now.sizeBytes + " bytes");
        }
        if (now.modifiedMicros != modifiedMicros) {
            throw lost("has been written again");
        }
    }

    /** The error of a file that is no longer as it was taken. */
    public CodedException lost(String what) {
        return CodedException.of(
                        ErrorCode.EXTERNAL_DATA_LOST,
                        "file \"" + path + "\" " + what + " after it had been taken for reading")
                .hint(
                        "put the file back as it was; write new rows into new files, under a name that begins with \".\" or ends in"
                                + " \".tmp\" until they are complete");
    }
}
