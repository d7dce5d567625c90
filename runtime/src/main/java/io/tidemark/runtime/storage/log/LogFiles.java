package io.tidemark.runtime.storage.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/** Opens the files that logs are written to; tests give channels that fail. */
@FunctionalInterface
public interface LogFiles {

    /** Those of the file system. */
    LogFiles LOCAL = FileChannel::open;

    /** Opens a file. */
    FileChannel open(Path file, OpenOption... options) throws IOException;
}
