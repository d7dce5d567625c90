package io.tidemark.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The working tree that the build checks look at, found through the system property {@code tidemark.rootDirectory}. */
record SourceTree(Path root) {

    private static final List<String> MODULES = List.of(
            "function-api",
            "sql-parser",
            "planner",
            "runtime",
            "connectors",
            "jdbc-driver",
            "shell",
            "server",
            "clients",
            "benchmarks");

    /** The tree that is being built. */
    static SourceTree current() {
        String property = System.getProperty("tidemark.rootDirectory");
        if (property == null) {
            throw new IllegalStateException("the system property \"tidemark.rootDirectory\" is not set");
        }
        return new SourceTree(Path.of(property));
    }

    /** Every hand-written Java file under {@code src/main/java}. */
    List<SourceFile> mainFiles() {
        return files("src/main/java");
    }

    /** Every hand-written Java file under {@code src/test/java}. */
    List<SourceFile> testFiles() {
        return files("src/test/java");
    }

    /** The directories of compiled main classes that exist by now; modules built after this one are absent. */
    List<Path> compiledClasses() {
        return MODULES.stream()
                .map(module -> root.resolve(module).resolve("target/classes"))
                .filter(Files::isDirectory)
                .toList();
    }

    private List<SourceFile> files(String sourceRoot) {
        return MODULES.stream()
                .map(module -> root.resolve(module).resolve(sourceRoot))
                .filter(Files::isDirectory)
                .flatMap(SourceTree::javaFilesBelow)
                .map(path -> new SourceFile(root.relativize(path), linesOf(path)))
                .toList();
    }

    private static Stream<Path> javaFilesBelow(Path directory) {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.filter(path -> path.toString().endsWith(".java")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> linesOf(Path path) {
        try {
            return Files.readAllLines(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file by its path relative to the root, with its text. */
    record SourceFile(Path path, List<String> lines) {

        /** The directory, which stands for the package within one module. */
        Path directory() {
            return path.getParent();
        }

        /** The places whose line satisfies the test, as {@code path:line}, for a failure message that can be clicked. */
        List<String> placesWhere(Predicate<String> test) {
            return Stream.iterate(0, i -> i < lines.size(), i -> i + 1)
                    .filter(i -> test.test(lines.get(i)))
                    .map(i -> path + ":" + (i + 1) + ": " + lines.get(i).strip())
                    .toList();
        }
    }
}
