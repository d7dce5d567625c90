package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Results that neither the client nor the server could hold. */
@Timeout(240)
class MillionRowsTest {

    private static final int ROWS = 1_000_000;
    private static final int HALTED_READERS = 20;

    @TempDir
    Path directory;

    /** A client in a process of its own: reads the table and prints what it has seen. */
    static final class Client {

        private Client() {}

        public static void main(String[] arguments) throws SQLException {
            long count = 0;
            long sum = 0;
            long characters = 0;
            try (Connection connection = DriverManager.getConnection(arguments[0]);
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT id, name FROM many")) {
                while (rows.next()) {
                    count++;
                    sum += rows.getLong(1);
                    characters += rows.getString(2).length();
                }
            }
            System.out.println(count + " " + sum + " " + characters);
        }
    }

    private static String read(String url) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Client.class.getName(),
                        url)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return out.strip();
    }

    /** The server has a heap of 512 MB, in which twenty whole results would not have room. */
    @Test
    void a_million_rows_go_through_a_client_with_64_megabytes_beside_twenty_that_do_not_read_on() throws Exception {
        try (ServerProcess server = ServerProcess.start(directory.resolve("data"))) {
            server.execute("CREATE TABLE thousand (n INT)");
            server.execute("INSERT INTO thousand VALUES "
                    + IntStream.range(0, 1000).mapToObj(n -> "(" + n + ")").collect(Collectors.joining(", ")));
            server.execute("CREATE TABLE many (id INT NOT NULL, name STRING, PRIMARY KEY (id))");
            server.execute(
                    "INSERT INTO many SELECT a.n * 1000 + b.n, 'the name of this row' FROM thousand a, thousand b");
            List<Connection> halted = new ArrayList<>();
            List<ResultSet> results = new ArrayList<>();
            for (int i = 0; i < HALTED_READERS; i++) {
                Connection connection = server.connect();
                halted.add(connection);
                ResultSet rows =
                        connection.createStatement().executeQuery("SELECT id, name || ' in " + i + "' FROM many");
                results.add(rows);
                assertThat(rows.next()).isTrue();
            }
            assertThat(read(server.url())).isEqualTo(ROWS + " " + ROWS * (ROWS - 1L) / 2 + " " + 20L * ROWS);
            for (int i = 0; i < 50_000; i++) {
                assertThat(results.get(0).next()).isTrue();
            }
            for (Connection connection : halted) {
                connection.close();
            }
        }
    }
}
