package io.tidemark.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.connectors.testing.Columns;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlDialectTest {

    private static final List<String> COLUMNS = List.of("\"a\"", "\"b\"", "\"c\"");
    private static final List<String> KEY = List.of("\"a\"");

    @Test
    void theAddressTellsTheDialect() {
        assertThat(SqlDialect.of("jdbc:h2:mem:x")).isInstanceOf(H2Dialect.class);
        assertThat(SqlDialect.of("jdbc:postgresql://h/d")).isInstanceOf(PostgresDialect.class);
        assertThat(SqlDialect.of("jdbc:duckdb:")).isInstanceOf(StandardDialect.class);
    }

    @Test
    void eachDialectReplacesRowsInItsOwnWords() {
        assertThat(SqlDialect.of("jdbc:h2:mem:x").upsert("t", COLUMNS, KEY))
                .hasValue("MERGE INTO t (\"a\", \"b\", \"c\") KEY (\"a\") VALUES (?, ?, ?)");
        assertThat(SqlDialect.of("jdbc:postgresql:d").upsert("t", COLUMNS, KEY))
                .hasValue("INSERT INTO t (\"a\", \"b\", \"c\") VALUES (?, ?, ?) ON CONFLICT (\"a\") DO UPDATE SET "
                        + "\"b\" = EXCLUDED.\"b\", \"c\" = EXCLUDED.\"c\"");
        assertThat(SqlDialect.of("jdbc:postgresql:d").upsert("t", KEY, KEY))
                .hasValue("INSERT INTO t (\"a\") VALUES (?) ON CONFLICT (\"a\") DO NOTHING");
        assertThat(SqlDialect.of("jdbc:duckdb:").upsert("t", COLUMNS, KEY)).isEmpty();
    }

    @Test
    void commitsOfH2AreWrittenAtOnceUnlessTheAddressSaysOtherwise() {
        assertThat(connectionUrl("jdbc:h2:file:/x")).isEqualTo("jdbc:h2:file:/x;DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0");
        assertThat(connectionUrl("jdbc:h2:~/x;write_delay=100"))
                .isEqualTo("jdbc:h2:~/x;write_delay=100;DB_CLOSE_ON_EXIT=FALSE");
        assertThat(connectionUrl("jdbc:h2:file:/x;AUTO_SERVER=TRUE"))
                .isEqualTo("jdbc:h2:file:/x;AUTO_SERVER=TRUE;WRITE_DELAY=0");
        assertThat(connectionUrl("jdbc:h2:tcp://h/x")).isEqualTo("jdbc:h2:tcp://h/x;WRITE_DELAY=0");
        assertThat(connectionUrl("jdbc:h2:mem:x")).isEqualTo("jdbc:h2:mem:x;DB_CLOSE_ON_EXIT=FALSE;DB_CLOSE_DELAY=-1");
    }

    @Test
    void aDatabaseThatOtherProcessesMayUseCanBeOpened(@TempDir Path directory) throws SQLException {
        String url = connectionUrl("jdbc:h2:file:" + directory.resolve("shared") + ";AUTO_SERVER=TRUE");
        try (Connection connection = DriverManager.getConnection(url)) {
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    private static String connectionUrl(String url) {
        return SqlDialect.of(url).connectionUrl(url);
    }

    @Test
    void columnsThatAreCreatedHaveTheDatabasesTypes() {
        assertThat(typeNames("jdbc:h2:mem:x", "a TINYINT, b VARCHAR, c VARCHAR(7), d VARBINARY, e TIMESTAMP_LTZ(3)"))
                .containsExactly(
                        "TINYINT",
                        "VARCHAR(1048576)",
                        "VARCHAR(7)",
                        "VARBINARY(1048576)",
                        "TIMESTAMP(3) WITH TIME ZONE");
        assertThat(typeNames("jdbc:postgresql:d", "a TINYINT, b VARCHAR, c VARCHAR(7), d VARBINARY, e DOUBLE"))
                .containsExactly("SMALLINT", "TEXT", "VARCHAR(7)", "BYTEA", "DOUBLE PRECISION");
        assertThat(typeNames("jdbc:duckdb:", "a DECIMAL(10 2), b VARCHAR, c INT, d DATE, e TIME(0)"))
                .containsExactly("DECIMAL(10, 2)", "VARCHAR(4000)", "INTEGER", "DATE", "TIME(0)");
    }

    private static List<String> typeNames(String url, String columns) {
        return Columns.schema(columns).fields().stream()
                .map(field -> SqlDialect.of(url).typeName(field.type(), false))
                .toList();
    }
}
