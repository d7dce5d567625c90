package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code docs/connectors.md} run as they stand there, one after the other, with {@code /data} somewhere else. */
class ConnectorsPageTest {

    private static final Pattern EXAMPLE = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);
    private static final Path PAGE = Path.of(System.getProperty("tidemark.rootDirectory"), "docs", "connectors.md");

    @TempDir
    Path directory;

    @Test
    void theExamplesRun() throws Exception {
        Path orders = Files.createDirectories(directory.resolve("orders"));
        Files.write(
                orders.resolve("1.json"),
                List.of(
                        "{\"id\":1,\"region\":\"north\",\"amount\":2.50,\"at\":\"2024-01-01 00:00:01\"}",
                        "{\"id\":2,\"region\":\"north\",\"amount\":1.25,\"at\":\"2024-01-01 00:00:02\"}",
                        "{\"id\":3,\"region\":\"south\",\"amount\":1.00,\"at\":\"2024-01-01 00:05:00\"}"));
        List<String> statements = EXAMPLE.matcher(Files.readString(PAGE))
                .results()
                .flatMap(example -> Pattern.compile(";\n").splitAsStream(example.group(1)))
                .filter(statement -> !statement.isBlank())
                .map(statement -> statement.replace("'/data/", "'" + directory + "/"))
                .toList();
        try (ServerFixture server = new ServerFixture(directory.resolve("data"))) {
            for (String statement : statements) {
                server.execute(statement);
            }
            server.execute("FLUSH");
            assertThat(server.rows("SELECT * FROM per_minute_files"))
                    .containsExactly("2024-01-01 00:00:00.000|north|3.75");
            assertThat(server.rows("SELECT COUNT(*), MIN(n), MAX(n), MAX(\"at\") FROM sensor"))
                    .containsExactly("1000|1|1000|2024-01-01 00:16:39.000");
            assertThat(server.rows("SELECT last_error FROM sys.queries WHERE state = 'FAILED'"))
                    .isEmpty();
        }
    }
}
