package io.tidemark.connectors.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.connectors.json.JsonRowDecoder;
import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.Directory;
import io.tidemark.connectors.testing.SourceRun;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.Source;
import io.tidemark.sql.error.CodedException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists in Parquet files are arrays: DuckDB and we read what the other writes. */
class ParquetListTest {

    @TempDir
    Path temporary;

    private Directory directory = new Directory(Path.of("."));

    @BeforeEach
    void openDirectory() {
        directory = new Directory(temporary);
    }

    private void copy(String query, String name, String options) throws SQLException {
        execute("COPY (" + query + ") TO '" + directory.path.resolve(name) + "' (FORMAT PARQUET" + options + ")");
        directory.clock.advance(Duration.ofSeconds(10));
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> query(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(String.valueOf(result.getString(1)));
            }
            return rows;
        }
    }

    private SourceRun read(String schemaText, String file, RangeLimits limits) {
        Schema schema = Columns.schema(schemaText);
        SourceRun run = new SourceRun(IntStream.range(0, schema.size()).boxed().toList());
        String path = directory.path.resolve(file).toString();
        try (Source source = directory.source(schema, "format", "parquet", "path", path)) {
            run.readAll(source, limits);
        }
        return run;
    }

    @Test
    void listsOfAnyDepthAreRead() throws SQLException {
        copy(
                "SELECT * FROM (VALUES ([1, NULL, -3], ['a', '', NULL], [[1.5], NULL, [], [NULL, 2]], [DATE '2024-02-29']),"
                        + " ([], NULL, [], NULL), (NULL, ['b'], [[[3]]][1], []), ([7], [], [NULL], [NULL])) t(a, b, c, d)",
                "lists.parquet",
                "");
        SourceRun run = read(
                "a INT ARRAY, b VARCHAR ARRAY, c DECIMAL(10 2) ARRAY ARRAY, d DATE ARRAY, e INT ARRAY",
                "lists.parquet",
                RangeLimits.NONE);
        assertThat(run.bad).isEmpty();
        assertThat(run.rows)
                .containsExactly(
                        "[1, NULL, -3]|['a', '', NULL]|[[1.50], NULL, [], [NULL, 2.00]]|[2024-02-29]|.",
                        "[]|.|[]|.|.",
                        ".|['b']|[[3.00]]|[]|.",
                        "[7]|[]|[NULL]|[NULL]|.");
    }

    @Test
    void listsAreReadOverPagesRowGroupsAndCuts() throws SQLException {
        copy(
                "SELECT range AS id, CASE WHEN range % 7 > 0 THEN [x * range FOR x IN range(range % 5)] END AS a"
                        + " FROM range(5000)",
                "many.parquet", ", ROW_GROUP_SIZE 2048");
        List<String> whole = read("id BIGINT, a BIGINT ARRAY", "many.parquet", RangeLimits.NONE).rows;
        assertThat(whole).hasSize(5000).contains("4999|[0, 4999, 9998, 14997]", "4998|.", "4995|[]");
        SourceRun cut = read("id BIGINT, a BIGINT ARRAY", "many.parquet", new RangeLimits(333, Long.MAX_VALUE));
        assertThat(cut.rows).isEqualTo(whole);
    }

    @Test
    void anElementThatDoesNotFitMakesItsRowBadAndTheNextIsRead() throws SQLException {
        copy("SELECT * FROM (VALUES (1, [1, 300, 2]), (2, [4, 5])) t(id, a)", "bad.parquet", "");
        SourceRun run = read("id INT, a TINYINT ARRAY", "bad.parquet", RangeLimits.NONE);
        assertThat(run.rows).containsExactly("2|[4, 5]");
        assertThat(run.bad)
                .containsExactly(
                        "0 22003 file \"bad.parquet\", row 1: column \"a\" is \"300\", out of range for TINYINT");
    }

    @Test
    void aListOfAnotherTypeIsNamedWithItsFile() throws SQLException {
        copy("SELECT ['x'] AS a, {'b': [1]} AS s", "other.parquet", "");
        Path file = directory.path.resolve("other.parquet");
        assertThatThrownBy(() -> read("a INT ARRAY", "other.parquet", RangeLimits.NONE))
                .isInstanceOf(CodedException.class)
                .hasMessage("column \"a\" of file \"" + file + "\" is LIST of BINARY (STRING), expected INT ARRAY");
        assertThatThrownBy(() -> read("s INT ARRAY", "other.parquet", RangeLimits.NONE))
                .isInstanceOf(CodedException.class)
                .hasMessage("column \"s\" of file \"" + file + "\" is a nested type, expected INT ARRAY");
    }

    @Test
    void whatIsWrittenIsReadRightByDuckDb() throws SQLException {
        Schema schema =
                Columns.schema("a INT ARRAY, b VARCHAR ARRAY, c DECIMAL(38 1) ARRAY ARRAY, d TIMESTAMP(3) ARRAY");
        BatchBuilder builder = new BatchBuilder(schema);
        try (JsonRowDecoder decoder = new JsonRowDecoder(schema, List.of(0, 1, 2, 3), ZoneOffset.UTC)) {
            for (String row : List.of(
                    "{\"a\": [1, null, -3], \"b\": [\"x\", null], \"c\": [[1.5], null, [], [null, 2]], \"d\": [\"2024-02-29 10:00:00\"]}",
                    "{\"a\": [], \"b\": [], \"c\": []}",
                    "{\"a\": null, \"b\": [\"\"], \"c\": [[]]}")) {
                byte[] bytes = row.getBytes(StandardCharsets.UTF_8);
                decoder.decode(bytes, 0, bytes.length, bytes.length, builder);
                builder.endRow();
            }
        }
        Path out = temporary.resolve("out");
        try (EpochSink sink =
                directory.sink("q", schema, OutputMode.APPEND, "format", "parquet", "path", out.toString())) {
            sink.begin(1);
            sink.write(builder.build());
            sink.prepare();
            sink.commit();
        }
        String files = "read_parquet('" + out + "/*.parquet')";
        assertThat(query("SELECT CAST(t AS VARCHAR) FROM " + files + " t"))
                .containsExactly(
                        "{'a': [1, NULL, -3], 'b': [x, NULL], 'c': [[1.5], NULL, [], [NULL, 2.0]], 'd': ['2024-02-29 10:00:00']}",
                        "{'a': [], 'b': [], 'c': [], 'd': NULL}",
                        "{'a': NULL, 'b': [''], 'c': [[]], 'd': NULL}");
        assertThat(query("SELECT column_type FROM (DESCRIBE SELECT * FROM " + files + ")"))
                .containsExactly("INTEGER[]", "VARCHAR[]", "DECIMAL(38,1)[][]", "TIMESTAMP[]");
    }
}
