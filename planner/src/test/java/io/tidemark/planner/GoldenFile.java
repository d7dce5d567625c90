package io.tidemark.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text that is compared with a file of the repository; {@code -Dgolden.update=true} writes the file anew. */
final class GoldenFile {
    private final Path path;

    GoldenFile(String name) {
        path = Path.of(
                System.getProperty("tidemark.rootDirectory"), "planner", "src", "test", "resources", "golden", name);
    }

    void check(String actual) {
        try {
            if (Boolean.getBoolean("golden.update")) {
                Files.createDirectories(path.getParent());
                Files.writeString(path, actual);
            }
            assertThat(actual).isEqualTo(Files.readString(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file's text, which then is input too. */
    String read() {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
