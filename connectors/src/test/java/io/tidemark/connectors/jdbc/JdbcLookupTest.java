package io.tidemark.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.RowBatches;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.ValueText;
import io.tidemark.runtime.connector.Lookup;
import io.tidemark.runtime.connector.LookupSpec;
import io.tidemark.runtime.connector.Options;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks rows up in a database in a file. */
class JdbcLookupTest {

    private static final Schema ROWS = Columns.schema("id INT NOT NULL, name VARCHAR, day DATE, total DECIMAL(10 2)");
    private static final Schema KEYS = Columns.schema("id INT NOT NULL");

    @TempDir
    Path directory;

    private H2Database database;

    @BeforeEach
    void create() throws Exception {
        database = new H2Database(directory.resolve("shop"));
        database.execute(
                "CREATE TABLE customers (total DECIMAL(20, 4), id BIGINT, \"NAME\" VARCHAR, \"DAY\" DATE, other INT)",
                "INSERT INTO customers VALUES (1.5, 1, 'Ada', DATE '1843-01-01', 7), (NULL, 2, NULL, NULL, 7),"
                        + " (3, 2, 'again', NULL, 7)");
    }

    private Lookup lookup(Schema schema, List<Integer> keys) {
        JdbcConnector connector = new JdbcConnector();
        Map<String, String> options = Map.of("url", database.url, "table-name", "customers");
        return connector.openLookup(new LookupSpec(
                "public.customers",
                schema,
                keys,
                Options.validate("connector \"jdbc\"", connector.lookupOptions(), options),
                ZoneId.of("UTC")));
    }

    private static List<String> find(Lookup lookup, Schema keySchema, String... keys) {
        List<String> rows = new ArrayList<>();
        for (Batch batch : lookup.find(RowBatches.of(keySchema, keys))) {
            for (int row = 0; row < batch.rowCount(); row++) {
                int at = row;
                rows.add(batch.columns().stream()
                        .map(column -> column.isNull(at) ? "." : ValueText.SQL.of(column, at))
                        .collect(Collectors.joining("|")));
            }
        }
        return rows;
    }

    @Test
    void allRowsOfTheKeysAskedForAreFound() {
        try (Lookup lookup = lookup(ROWS, List.of(0))) {
            assertThat(find(lookup, KEYS, "1", "2", "3"))
                    .containsExactlyInAnyOrder("1|Ada|1843-01-01|1.50", "2|.|.|.", "2|again|.|3.00");
            assertThat(find(lookup, KEYS, "3")).isEmpty();
        }
    }

    @Test
    void whatHasBeenCommittedMeanwhileIsSeen() throws Exception {
        Lookup lookup = lookup(ROWS, List.of(0));
        assertThat(find(lookup, KEYS, "1")).hasSize(1);
        lookup.close();
        database.execute("DELETE FROM customers WHERE id = 1");
        assertThat(find(lookup, KEYS, "1")).isEmpty();
        lookup.close();
    }

    @Test
    void manyKeysAreAskedForInSeveralQueries() throws Exception {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO customers SELECT 1, x, 'n', NULL, 0 FROM SYSTEM_RANGE(1000, 1999)");
        }
        String[] keys = IntStream.range(900, 2000).mapToObj(String::valueOf).toArray(String[]::new);
        try (Lookup lookup = lookup(ROWS, List.of(0))) {
            assertThat(find(lookup, KEYS, keys)).hasSize(1000);
        }
    }

    @Test
    void aValueThatItsColumnCannotHoldIsNamed() throws Exception {
        database.execute("INSERT INTO customers VALUES (1.555, 5, 'x', NULL, 0)");
        try (Lookup lookup = lookup(ROWS, List.of(0))) {
            assertThatThrownBy(() -> find(lookup, KEYS, "5"))
                    .isInstanceOf(CodedException.class)
                    .hasMessageContaining("\"TOTAL\" has 1.5550, which DECIMAL(10, 2) can't hold")
                    .extracting(error -> ((CodedException) error).code())
                    .isEqualTo(ErrorCode.EXTERNAL_REJECTED);
        }
    }

    @Test
    void aTableOrColumnThatIsNotThereIsNamed() throws Exception {
        try (Lookup lookup = lookup(Columns.schema("id INT NOT NULL, missing INT"), List.of(0))) {
            assertThatThrownBy(() -> find(lookup, KEYS, "1"))
                    .isInstanceOf(CodedException.class)
                    .hasMessageContaining("has no column \"missing\"");
        }
        database.execute("DROP TABLE customers");
        try (Lookup lookup = lookup(ROWS, List.of(0))) {
            assertThatThrownBy(() -> find(lookup, KEYS, "1"))
                    .isInstanceOf(CodedException.class)
                    .hasMessageContaining("no table \"customers\"");
        }
    }

    @Test
    void aDatabaseThatIsInUseElsewhereMayAnswerLater() throws Exception {
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            statement.execute("SET EXCLUSIVE 2");
            try (Lookup lookup = lookup(ROWS, List.of(0))) {
                assertThatThrownBy(() -> find(lookup, KEYS, "1")).isInstanceOf(UncheckedIOException.class);
            }
            statement.execute("SET EXCLUSIVE FALSE");
        }
    }
}
