package io.tidemark.connectors.filesystem;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.WriteFailure;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;

/** What went wrong when a sink wrote, in words. */
final class WriteErrors {

    private WriteErrors() {}

    /** The error of a failed write to a file or directory. */
    static CodedException of(Path path, IOException cause) {
        String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (text.contains("no space left") || text.contains("quota exceeded")) {
            return WriteFailure.of(path, cause, "then RESUME QUERY lets the query go on");
        }
        if (cause instanceof AccessDeniedException || text.contains("permission denied")) {
            return CodedException.of(ErrorCode.EXTERNAL_REJECTED, "\"" + path + "\" may not be written")
                    .cause(cause)
                    .hint("give the server's user the right to write there, or correct the option \"path\"");
        }
        if (cause instanceof FileAlreadyExistsException
                || cause instanceof NotDirectoryException
                || text.endsWith("not a directory")) {
            return CodedException.of(ErrorCode.EXTERNAL_REJECTED, "\"" + path + "\" is not a directory")
                    .cause(cause)
                    .hint("a sink writes to a directory: correct the option \"path\"");
        }
        return WriteFailure.of(path, cause, "then RESUME QUERY lets the query go on");
    }
}
