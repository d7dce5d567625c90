package io.tidemark.benchmarks.nexmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory for the files of one run, deleted with them. */
public final class TemporaryDirectory implements AutoCloseable {

    private final Path path;

    /** Makes one. */
    public TemporaryDirectory() throws IOException {
        path = Files.createTempDirectory("nexmark");
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
