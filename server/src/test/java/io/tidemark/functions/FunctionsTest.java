package io.tidemark.functions;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.planner.function.ScalarFunctions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every scalar function gives what DuckDB gives, or what has been worked out by hand from the words of the standard and of PostgreSQL, over columns
 * and of literals; {@code -Dgolden.update=true} rewrites their page.
 */
class FunctionsTest {

    private static final Path ROOT = Path.of(System.getProperty("tidemark.rootDirectory"));
    private static final Path FILES = ROOT.resolve("server/src/test/resources/functions");
    private static final Path PAGE = ROOT.resolve("docs/functions.md");

    @TempDir
    Path directory;

    private List<FunctionFile> files = List.of();

    @BeforeEach
    void read() throws IOException {
        files = FunctionFile.all(FILES);
    }

    private <C extends Check> List<C> checks(Class<C> kind) {
        return files.stream()
                .flatMap(file -> file.entries().stream())
                .flatMap(entry -> entry.checks().stream())
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    @Test
    void functionsGiveWhatAnotherEngineGives() throws SQLException {
        try (SuiteRun run = new SuiteRun(directory)) {
            run.compare(checks(Check.Compared.class));
            assertThat(String.join("\n", run.failures())).isEmpty();
        }
    }

    @Test
    void functionsGiveWhatHasBeenWorkedOutByHand() throws SQLException {
        try (SuiteRun run = new SuiteRun(directory)) {
            run.work(checks(Check.Worked.class));
            assertThat(String.join("\n", run.failures())).isEmpty();
        }
    }

    @Test
    void valuesThatThereAreNotAreErrorsOfTheirRow() throws SQLException {
        try (SuiteRun run = new SuiteRun(directory)) {
            run.fail(checks(Check.Failing.class));
            assertThat(String.join("\n", run.failures())).isEmpty();
        }
    }

    @Test
    void whatCanBeCalledHasBeenChecked() {
        assertThat(files.stream()
                        .flatMap(file -> file.entries().stream())
                        .flatMap(entry -> entry.names().stream())
                        .toList())
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(ScalarFunctions.names());
        for (FunctionFile file : files) {
            for (FunctionEntry entry : file.entries()) {
                assertThat(entry.checks().stream().anyMatch(Check.Worked.class::isInstance))
                        .as("an example of %s", entry.form())
                        .isTrue();
                assertThat(entry.names())
                        .as("each name of %s in some check", entry.form())
                        .allMatch(name -> entry.checks().stream()
                                .anyMatch(check -> check.sql().contains(name)));
            }
        }
    }

    @Test
    void thePageSaysWhatHasBeenChecked() throws IOException {
        String expected = FunctionsPage.of(files);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(PAGE).exists();
        assertThat(Files.readString(PAGE)).isEqualTo(expected);
    }
}
