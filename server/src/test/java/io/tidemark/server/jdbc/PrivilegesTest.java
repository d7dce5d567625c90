package io.tidemark.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.ServerFixture;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Privileges in {@link DatabaseMetaData}. */
class PrivilegesTest {

    private static final String ADA = "correct-horse";
    private static final String BEN = "battery-staple";

    @TempDir
    Path directory;

    private static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void theyAreThoseThatWereGranted() throws SQLException {
        try (ServerFixture server = new ServerFixture(directory)) {
            server.execute("CREATE USER ada PASSWORD '" + ADA + "'");
            try (Connection ada = server.connect("ada", ADA)) {
                execute(
                        ada,
                        "CREATE USER ben PASSWORD '" + BEN + "'",
                        "CREATE TABLE orders (id INT PRIMARY KEY, amount INT)",
                        "CREATE TABLE hidden (id INT PRIMARY KEY)",
                        "GRANT SELECT, INSERT ON orders TO ben");
                DatabaseMetaData metadata = ada.getMetaData();
                assertThat(ServerFixture.rows(metadata.getTablePrivileges(null, "public", "ord%")))
                        .containsExactly(
                                "tidemark|public|orders|NULL|ada|DELETE|YES",
                                "tidemark|public|orders|NULL|ada|INSERT|YES",
                                "tidemark|public|orders|NULL|ben|INSERT|NO",
                                "tidemark|public|orders|NULL|ada|SELECT|YES",
                                "tidemark|public|orders|NULL|ben|SELECT|NO",
                                "tidemark|public|orders|NULL|ada|UPDATE|YES");
                assertThat(ServerFixture.rows(metadata.getTablePrivileges("other", null, null)))
                        .isEmpty();
            }
            try (Connection ben = server.connect("ben", BEN)) {
                DatabaseMetaData metadata = ben.getMetaData();
                assertThat(ServerFixture.rows(metadata.getTablePrivileges(null, null, null)))
                        .containsExactly(
                                "tidemark|public|orders|NULL|ben|INSERT|NO",
                                "tidemark|public|orders|NULL|ben|SELECT|NO");
                assertThat(ServerFixture.rows(metadata.getColumnPrivileges(null, null, "orders", "am%")))
                        .isEqualTo(List.of(
                                "tidemark|public|orders|amount|NULL|ben|INSERT|NO",
                                "tidemark|public|orders|amount|NULL|ben|SELECT|NO"));
            }
        }
    }
}
