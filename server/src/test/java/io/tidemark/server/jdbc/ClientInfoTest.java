package io.tidemark.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.ServerFixture;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program says of itself after it has connected is seen by those who ask who is connected. */
class ClientInfoTest {

    private static final String PROGRAMS =
            "SELECT REGEXP_REPLACE(client, ' ?127.*', '') FROM sys.sessions ORDER BY connected_at, session";

    @TempDir
    Path directory;

    @Test
    void aNameThatIsSetLaterIsShown() throws Exception {
        try (ServerFixture server = new ServerFixture(directory);
                Connection connection = server.connect()) {
            connection.setClientInfo("ApplicationName", "the 'monthly' report");
            assertThat(server.rows(PROGRAMS)).containsExactly("the 'monthly' report", "");
            Properties properties = new Properties();
            properties.setProperty("ClientUser", "ada");
            connection.setClientInfo(properties);
            assertThat(server.rows(PROGRAMS)).containsExactly("", "");
            connection.setClientInfo("ApplicationName", "x".repeat(1000));
            assertThat(server.rows(PROGRAMS)).containsExactly("x".repeat(255), "");
        }
    }
}
