package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a sink outside remembers of one data directory's queries is nothing to those of another. */
class FreshDataDirectoryTest {

    @TempDir
    Path directory;

    private void copyIntoDatabase(Path data, Path input, String url) throws SQLException {
        try (ServerFixture server = new ServerFixture(data)) {
            server.execute("CREATE STREAM numbers (n BIGINT) WITH ('connector' = 'filesystem', 'path' = '" + input
                    + "', 'format' = 'json')");
            server.execute("CREATE STREAM copies (n BIGINT) WITH ('connector' = 'jdbc', 'url' = '" + url
                    + "', 'table-name' = 'copies')");
            assertThat(server.execute("INSERT INTO copies SELECT n FROM numbers EMIT APPEND ONCE"))
                    .isEqualTo(2);
        }
    }

    @Test
    void theSameStatementsOnAFreshDataDirectoryWriteAgain() throws Exception {
        Path input = Files.createDirectory(directory.resolve("input"));
        Files.writeString(input.resolve("numbers.json"), "{\"n\": 1}\n{\"n\": 2}\n");
        String url = "jdbc:h2:file:" + directory.resolve("results");
        copyIntoDatabase(directory.resolve("first"), input, url);
        copyIntoDatabase(directory.resolve("second"), input, url);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n FROM copies ORDER BY n")) {
            assertThat(ServerFixture.rows(rows)).isEqualTo(List.of("1", "1", "2", "2"));
        }
    }
}
