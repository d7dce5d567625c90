package io.tidemark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The jar works with nothing beside it on the class path, and brings nothing that could clash with what is. */
@EnabledIfSystemProperty(named = "driver.jar", matches = ".+", disabledReason = "runs when the jar has been built")
class SelfContainedJarIT {

    private final Path jarFile = Path.of(System.getProperty("driver.jar"));

    @Test
    void aPlainProgramRunsWithTheJarAlone(@TempDir Path directory) throws Exception {
        try (FakeServer server = new FakeServer()) {
            server.meta().on("SELECT STREAM x FROM s LIMIT 2", handle -> {
                server.meta().framesOf(handle.id).add(FakeMeta.some(Columns.INTEGER));
                server.meta().framesOf(handle.id).add(FakeMeta.all(Columns.INTEGER, FakeMeta.row(2)));
                return FakeMeta.some(Columns.INTEGER, FakeMeta.row(1));
            });
            server.meta().on("INSERT INTO t VALUES (?)", handle -> 1L);
            server.meta().onFailure("SELECT nonsense", "no column \"nonsense\"", 1002, "42703");

            Path program = Path.of(
                    SelfContainedJarIT.class.getResource("/client/Client.java").toURI());
            Path output = directory.resolve("output");
            Path errors = directory.resolve("errors");
            Process client = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            jarFile.toString(),
                            program.toString(),
                            server.url())
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .start();
            assertThat(client.waitFor(120, TimeUnit.SECONDS)).isTrue();

            assertThat(Files.readString(errors)).isEmpty();
            assertThat(Files.readAllLines(output))
                    .containsExactly(
                            "io.tidemark.jdbc.RemoteConnection",
                            "x = 1",
                            "x = 2",
                            "inserted 1",
                            "42703 1002 no column \"nonsense\"",
                            "io.tidemark.jdbc.Driver");
            assertThat(client.exitValue()).isZero();
        }
    }

    @Test
    void everyClassInTheJarIsInTheDriversOwnPackage() throws IOException {
        try (JarFile jar = new JarFile(jarFile.toFile())) {
            assertThat(names(jar).filter(name -> name.endsWith(".class")))
                    .isNotEmpty()
                    .allMatch(name -> name.startsWith("io/tidemark/jdbc/"));
            assertThat(names(jar).filter(name -> name.startsWith("META-INF/services/")))
                    .containsExactlyInAnyOrderElementsOf(List.of(
                            "META-INF/services/",
                            "META-INF/services/java.sql.Driver",
                            "META-INF/services/io.tidemark.jdbc.shaded.org.slf4j.spi.SLF4JServiceProvider"));
        }
    }

    @Test
    void theJarStaysSmall() throws IOException {
        assertThat(Files.size(jarFile)).isLessThan(4_000_000);
    }

    private static Stream<String> names(JarFile jar) {
        return jar.stream().map(entry -> entry.getName());
    }
}
