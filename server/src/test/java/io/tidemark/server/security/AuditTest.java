package io.tidemark.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.ServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who administered, and who was refused, is in the audit log. */
class AuditTest {

    private static final String ADA = "correct-horse";
    private static final String BEN = "battery-staple";

    @TempDir
    Path directory;

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return ServerFixture.rows(rows);
        }
    }

    @Test
    void whatIsAdministeredAndWhatIsRefusedIsWrittenDown() throws Exception {
        try (ServerFixture server = new ServerFixture(directory)) {
            server.execute("CREATE TABLE t (k INT PRIMARY KEY)");
            server.execute("CREATE USER ada PASSWORD '" + ADA + "'");
            assertThatThrownBy(() -> server.connect("ada", "wrong-horse"));
            try (Connection ada = server.connect("ada", ADA)) {
                execute(ada, "CREATE USER ben PASSWORD '" + BEN + "'");
                execute(ada, "CREATE SECRET s AS 'Geheimnis-1'");
                assertThatThrownBy(() -> execute(ada, "DROP ROLE readers"));
                execute(ada, "INSERT INTO t VALUES (1)");
                execute(ada, "SET 'time-zone' = 'UTC'");
                try (Connection ben = server.connect("ben", BEN)) {
                    assertThatThrownBy(() -> execute(ben, "SELECT * FROM t"));
                    assertThatThrownBy(() -> {
                        try (PreparedStatement prepared = ben.prepareStatement("SELECT k FROM t")) {
                            prepared.executeQuery().close();
                        }
                    });
                    assertThatThrownBy(() -> execute(ben, "KILL SESSION '1'"));
                    assertThatThrownBy(() -> rows(ben, "SELECT * FROM sys.audit"))
                            .isInstanceOfSatisfying(
                                    SQLException.class,
                                    e -> assertThat(e.getSQLState()).isEqualTo("42501"));
                }
                execute(ada, "DROP TABLE t");
                assertThat(rows(ada, "SELECT \"user\", statement, sqlstate FROM sys.audit ORDER BY \"time\""))
                        .containsExactly(
                                "NULL|CREATE USER ada PASSWORD '***'|00000",
                                "ada|LOGIN|28000",
                                "ada|CREATE USER ben PASSWORD '***'|00000",
                                "ada|CREATE SECRET s AS '***'|00000",
                                "ada|DROP ROLE readers|42704",
                                "ben|SELECT * FROM t|42501",
                                "ben|SELECT k FROM t|42501",
                                "ben|KILL SESSION '1'|42704",
                                "ben|SELECT * FROM sys.audit|42501",
                                "ada|DROP TABLE t|00000");
                assertThat(rows(ada, "SELECT DISTINCT client FROM sys.audit WHERE \"user\" = 'ben'"))
                        .containsExactly("127.0.0.1");
            }
        }
        assertThat(Files.readAllLines(directory.resolve("audit/audit-00000001.jsonl")))
                .hasSize(10);
    }

    @Test
    void filesFollowEachOther() throws Exception {
        try (ServerFixture server = new ServerFixture(directory, Map.of("audit.max-file-size", "1"))) {
            server.execute("CREATE ROLE a");
            server.execute("CREATE ROLE b");
            server.restart();
            server.execute("DROP ROLE a");
            assertThat(server.rows("SELECT statement FROM sys.audit"))
                    .containsExactly("CREATE ROLE a", "CREATE ROLE b", "DROP ROLE a");
        }
        assertThat(lines("audit/audit-00000003.jsonl")).hasSize(1);
    }

    private List<String> lines(String file) throws IOException {
        return Files.readAllLines(directory.resolve(file));
    }
}
