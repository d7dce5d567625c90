package io.tidemark.connectors.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.Directory;
import io.tidemark.connectors.testing.SourceContract;
import io.tidemark.connectors.testing.SourceRun;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.Source;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet files are sources by the contract, and DuckDB and we read what the other writes. */
class ParquetFileTest extends SourceContract {

    private static final Schema SCHEMA = Columns.schema("id BIGINT NOT NULL, name VARCHAR, price DECIMAL(10 2)");

    @TempDir
    static Path contractFiles;

    @TempDir
    Path temporary;

    private Directory directory = new Directory(Path.of("."));

    @BeforeAll
    static void writeFiles() throws SQLException, IOException {
        Directory directory = new Directory(contractFiles);
        copy(
                directory,
                "SELECT range AS id, 'n' || range AS name, (range / 4)::DECIMAL(10,2) AS price FROM range(2100)",
                "a.parquet",
                "ROW_GROUP_SIZE 2048, COMPRESSION SNAPPY");
        copy(directory, "SELECT 9000::INTEGER AS \"ID\"", "b.parquet", "COMPRESSION ZSTD");
        copy(directory, "SELECT 1 AS id WHERE false", "c.parquet", "COMPRESSION ZSTD");
    }

    @BeforeEach
    void openDirectory() {
        directory = new Directory(temporary);
    }

    /** Lets DuckDB write a file. */
    private static void copy(Directory directory, String query, String name, String options) throws SQLException {
        execute("COPY (" + query + ") TO '" + directory.path.resolve(name) + "' (FORMAT PARQUET, " + options + ")");
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
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(String.valueOf(result.getString(i)));
                }
                rows.add(String.join("|", row));
            }
            return rows;
        }
    }

    @Override
    protected Source open() {
        Directory files = new Directory(contractFiles);
        files.clock.advance(Duration.ofSeconds(10));
        return files.source(SCHEMA, "format", "parquet");
    }

    @Override
    protected int columnCount() {
        return SCHEMA.size();
    }

    private SourceRun read(String schemaText, String file) {
        Schema schema = Columns.schema(schemaText);
        SourceRun run = new SourceRun(IntStream.range(0, schema.size()).boxed().toList());
        try (Source source = directory.source(
                schema,
                "format",
                "parquet",
                "path",
                directory.path.resolve(file).toString())) {
            run.readAll(source, RangeLimits.NONE);
        }
        return run;
    }

    @Test
    void whatDuckDbWritesIsReadRight() throws SQLException {
        copy(directory, """
                SELECT * FROM (VALUES
                    (true, 1::TINYINT, 2::USMALLINT, 4000000000::UINTEGER, 18446744073709551::UBIGINT, 1.5::FLOAT, 2.5::DOUBLE,
                     1.23::DECIMAL(4,2), 123456.789::DECIMAL(18,3), 12345678901234567890.12::DECIMAL(38,2), 'ä𝄞', '\\xAB'::BLOB,
                     DATE '2024-02-29', TIME '23:59:01.5', TIMESTAMP '1969-12-31 23:59:59.999999',
                     TIMESTAMPTZ '2024-05-31 12:00:00+02', TIMESTAMP_NS '2024-05-31 12:00:00.123456789',
                     TIMESTAMP_MS '2024-05-31 12:00:00.123'),
                    (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL))
                  t(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r)""", "types.parquet", "COMPRESSION GZIP");
        directory.clock.advance(Duration.ofSeconds(10));
        SourceRun run = read(
                "a BOOLEAN, b TINYINT, c INT, d BIGINT, e BIGINT, f REAL, g DOUBLE, h DECIMAL(10 1), i DECIMAL(18 3), j DECIMAL(38 2),"
                        + " k VARCHAR, l VARBINARY, m DATE, n TIME(6), o TIMESTAMP(6), p TIMESTAMP_LTZ(3), q TIMESTAMP(6), r TIMESTAMP(3),"
                        + " missing INT",
                "types.parquet");
        assertThat(run.bad).isEmpty();
        assertThat(run.rows)
                .containsExactly(
                        "true|1|2|4000000000|18446744073709551|1.5|2.5|1.2|123456.789|12345678901234567890.12|ä𝄞|qw==|2024-02-29|23:59:01.5"
                                + "|1969-12-31 23:59:59.999999|2024-05-31 10:00:00Z|2024-05-31 12:00:00.123456|2024-05-31 12:00:00.123|.",
                        ".|.|.|.|.|.|.|.|.|.|.|.|.|.|.|.|.|.|.");
    }

    @Test
    void valuesThatDoNotFitAreBadRows() throws SQLException {
        copy(
                directory,
                "SELECT * FROM (VALUES (1, 'a'), (300, 'b'), (NULL, 'c'), (4, 'long')) t(num, txt)",
                "bad.parquet",
                "COMPRESSION ZSTD");
        directory.clock.advance(Duration.ofSeconds(10));
        SourceRun run = read("num TINYINT NOT NULL, txt VARCHAR(3)", "bad.parquet");
        assertThat(run.rows).containsExactly("1|a");
        assertThat(run.bad)
                .containsExactly(
                        "1 22003 file \"bad.parquet\", row 2: column \"num\" is \"300\", out of range for TINYINT",
                        "2 22004 file \"bad.parquet\", row 3: column \"num\" is NULL or missing, but declared NOT NULL",
                        "3 22001 file \"bad.parquet\", row 4: column \"txt\" is longer than the 3 of VARCHAR(3)");
        assertThat(read("txt VARCHAR", "bad.parquet").payloads.get(0)).isEqualTo("{\"txt\":\"a\"}");
    }

    @Test
    void aColumnOfAnotherTypeIsNamedWithItsFile() throws SQLException, IOException {
        copy(directory, "SELECT 'x' AS id, [1, 2] AS name", "other.parquet", "COMPRESSION ZSTD");
        directory.clock.advance(Duration.ofSeconds(10));
        Path file = directory.path.resolve("other.parquet");
        assertThatThrownBy(() -> read("id BIGINT", "other.parquet"))
                .isInstanceOf(CodedException.class)
                .hasMessage("column \"id\" of file \"" + file + "\" is BINARY (STRING), expected BIGINT");
        assertThatThrownBy(() -> read("name VARCHAR", "other.parquet"))
                .isInstanceOf(CodedException.class)
                .hasMessage("column \"name\" of file \"" + file
                        + "\" is LIST of INT32 (INTEGER(32,true)), expected VARCHAR");
        assertThatThrownBy(() -> read("no INT NOT NULL", "other.parquet"))
                .isInstanceOf(CodedException.class)
                .hasMessage("file \"" + file + "\" has no column \"no\", which is declared NOT NULL");
    }

    @Test
    void aFileThatIsNoParquetFileIsOneBadRowAndTheNextIsRead() throws SQLException, IOException {
        directory.write("1-empty.parquet", 1, "");
        directory.write("2-short.parquet", 2, "short");
        directory.write("3-text.parquet", 3, "this is text, and long enough to be looked at");
        directory.write("4-footer.parquet", 4, "PAR1 this is no footer, but its length is right: \7\0\0\0PAR1");
        copy(directory, "SELECT 7 AS id", "5-good.parquet", "COMPRESSION ZSTD");
        directory.clock.advance(Duration.ofSeconds(10));
        SourceRun run = read("id INT", "*.parquet");
        assertThat(run.rows).containsExactly("7");
        assertThat(run.bad).hasSize(4).allMatch(bad -> bad.contains(" 22P02 file \""));
        assertThat(run.bad.get(0)).isEqualTo("0 22P02 file \"1-empty.parquet\": it is empty, which no Parquet file is");
        assertThat(run.bad.get(1)).startsWith("1 22P02 file \"2-short.parquet\": it is not a Parquet file");
        assertThat(run.bad.get(2)).startsWith("2 22P02 file \"3-text.parquet\": it is not a Parquet file");
        assertThat(run.bad.get(3)).startsWith("3 22P02 file \"4-footer.parquet\": ");
    }

    @Test
    void whatIsWrittenIsReadRightByDuckDb() throws SQLException {
        Schema schema = Columns.schema(
                "id BIGINT NOT NULL, flag BOOLEAN, name VARCHAR, price DECIMAL(10 2), wide DECIMAL(38 10),"
                        + " small DECIMAL(4 1), day DATE, at TIME(6), ts TIMESTAMP(3), ltz TIMESTAMP_LTZ(6), re REAL, bin VARBINARY");
        BatchBuilder builder = new BatchBuilder(schema);
        builder.column(0).setLong(-7);
        builder.column(1).setLong(1);
        builder.column(2).setString("ä𝄞");
        builder.column(3).setLong(-12345);
        builder.column(4).setInt128(-1, -15);
        builder.column(5).setLong(15);
        builder.column(6).setLong(-1);
        builder.column(7).setLong(1_500_000);
        builder.column(8).setLong(-1000);
        builder.column(9).setLong(1_717_149_600_000_001L);
        builder.column(10).setDouble(1.5);
        builder.column(11).setBytes(new byte[] {(byte) 0xAB}, 0, 1);
        builder.endRow();
        builder.column(0).setLong(8);
        builder.endRow();
        Path out = temporary.resolve("out");
        try (EpochSink sink =
                directory.sink("q", schema, OutputMode.APPEND, "format", "parquet", "path", out.toString())) {
            sink.begin(1);
            sink.write(builder.build());
            sink.prepare();
            sink.commit();
        }
        String files = "read_parquet('" + out + "/*.parquet')";
        assertThat(query("SELECT id, flag, name, price, wide, small, day, \"at\", ts, epoch_us(ltz), re, hex(bin) FROM "
                        + files))
                .containsExactly(
                        "-7|true|ä𝄞|-123.45|-1.5E-9|1.5|1969-12-31|00:00:01.500|1969-12-31 23:59:59.999|1717149600000001|1.5|AB",
                        "8|null|null|null|null|null|null|null|null|null|null|null");
        assertThat(query("SELECT column_type FROM (DESCRIBE SELECT * FROM " + files + ")"))
                .containsExactly(
                        "BIGINT",
                        "BOOLEAN",
                        "VARCHAR",
                        "DECIMAL(10,2)",
                        "DECIMAL(38,10)",
                        "DECIMAL(4,1)",
                        "DATE",
                        "TIME",
                        "TIMESTAMP",
                        "TIMESTAMP WITH TIME ZONE",
                        "FLOAT",
                        "BLOB");
        assertThat(query("SELECT DISTINCT compression FROM parquet_metadata('" + out + "/*.parquet')"))
                .containsExactly("ZSTD");
    }
}
