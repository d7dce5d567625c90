package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as editors, other systems and accidents leave them give exactly the rows that are in them. */
class OddFilesTest {

    private static final int TEN_MEBIBYTES = 10 << 20;

    /** Beyond the Basic Multilingual Plane: a pair of surrogates each, the last a sequence of several. */
    private static final String WAVE = "🌊";

    private static final String FAMILY = "👩‍👩‍👧";

    @TempDir
    Path directory;

    private ServerFixture server;

    @BeforeEach
    void start() {
        server = new ServerFixture(directory.resolve("data"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void write(String name, String text) throws IOException {
        write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A file appears whole. */
    private void write(String name, byte[]... parts) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            whole.write(part);
        }
        Path hidden = file.resolveSibling("." + file.getFileName());
        Files.write(hidden, whole.toByteArray());
        Files.move(hidden, file);
    }

    private void stream(String name, String columns, String format) throws SQLException {
        server.execute("CREATE STREAM " + name + " (" + columns + ") WITH ('connector' = 'filesystem', 'path' = '"
                + directory.resolve(name) + "', 'format' = '" + format + "')");
    }

    private static String record(String format, int id, String text) {
        return format.equals("json") ? "{\"id\":" + id + ",\"t\":\"" + text + "\"}" : id + "," + text;
    }

    private List<String> badRows(String query) throws SQLException {
        return server.rows("SELECT reason FROM sys.bad_rows WHERE query = '" + query + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "csv"})
    void aValueOfTenMebibytesIsABadRowAndTheRowsAroundItAreRight(String format) throws Exception {
        String text = "x".repeat(TEN_MEBIBYTES);
        write(
                "s/1." + format,
                record(format, 1, "before") + "\n" + record(format, 2, text) + "\n" + record(format, 3, "after")
                        + "\n");
        stream("s", "id INT, t STRING", format);
        server.execute("CREATE MATERIALIZED VIEW texts AS SELECT id, CHAR_LENGTH(t) AS n, t FROM s");
        server.execute("CREATE MATERIALIZED VIEW ids AS SELECT COUNT(*) AS n, SUM(id) AS total FROM s");
        server.execute("FLUSH");
        assertThat(server.rows("SELECT * FROM texts ORDER BY id")).containsExactly("1|6|before", "3|5|after");
        assertThat(badRows("texts"))
                .containsExactly(
                        "file \"1." + format + "\", line 2: column \"t\" is longer than the 4194303 bytes of VARCHAR");
        assertThat(server.rows("SELECT \"offset\", CHAR_LENGTH(payload) FROM sys.bad_rows WHERE query = 'texts'"))
                .containsExactly((record(format, 1, "before").length() + 1) + "|65536");
        assertThat(server.rows("SELECT * FROM ids"))
                .as("a query that does not read it")
                .containsExactly("3|6");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "csv"})
    void theLongestValueThatIsTakenComesBackWhole(String format) throws Exception {
        String text = WAVE.repeat(((1 << 22) - 1) / 4);
        write("s/1." + format, record(format, 1, text) + "\n" + record(format, 2, "after") + "\n");
        stream("s", "id INT, t STRING", format);
        server.execute("CREATE MATERIALIZED VIEW texts AS SELECT id, t FROM s");
        server.execute("FLUSH");
        assertThat(server.rows("SELECT t FROM texts ORDER BY id")).containsExactly(text, "after");
        assertThat(badRows("texts")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "csv"})
    void anEmptyFileHasNoRows(String format) throws Exception {
        write("s/1-empty." + format);
        write("s/2." + format, record(format, 7, "x"));
        write("s/3-empty." + format);
        stream("s", "id INT, t STRING", format);
        server.execute("CREATE MATERIALIZED VIEW v AS SELECT id, t FROM s");
        server.execute("FLUSH");
        assertThat(server.rows("SELECT * FROM v")).containsExactly("7|x");
        assertThat(badRows("v")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "csv"})
    void theLastLineNeedsNoLineFeed(String format) throws Exception {
        write("s/1." + format, record(format, 1, "a") + "\n" + record(format, 2, "b"));
        write("s/2." + format, record(format, 3, "c"));
        stream("s", "id INT, t STRING", format);
        assertThat(server.rows("SELECT * FROM s ORDER BY id")).containsExactly("1|a", "2|b", "3|c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "csv"})
    void carriageReturnsBeforeLineFeedsAreNoPartOfARow(String format) throws Exception {
        write("s/1." + format, record(format, 1, "a") + "\r\n\r\n" + record(format, 2, "b") + "\r\n");
        write("s/2." + format, record(format, 3, "c") + "\r\n" + record(format, 4, "d"));
        stream("s", "id INT, t STRING", format);
        assertThat(server.rows("SELECT id, t, CHAR_LENGTH(t) FROM s ORDER BY id"))
                .containsExactly("1|a|1", "2|b|1", "3|c|1", "4|d|1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "csv"})
    void aByteOrderMarkIsNoPartOfTheFirstRow(String format) throws Exception {
        write("s/1." + format, "\uFEFF" + record(format, 1, "a") + "\r\n" + record(format, 2, "b") + "\r\n");
        write("s/2." + format, "\uFEFF");
        write("s/3." + format, "\uFEFF" + record(format, 3, "\uFEFFc"));
        stream("s", "id INT, t STRING", format);
        server.execute("CREATE MATERIALIZED VIEW v AS SELECT id, t FROM s");
        server.execute("FLUSH");
        assertThat(server.rows("SELECT id, t FROM v ORDER BY id")).containsExactly("1|a", "2|b", "3|\uFEFFc");
        assertThat(badRows("v")).isEmpty();
    }

    @Test
    void aByteOrderMarkIsNoPartOfAHeader() throws Exception {
        write("s/1.csv", "\uFEFFid,t\r\n1,a\r\n");
        write("s/2.csv", "t,id\n\"two\r\nlines\",2");
        write("s/3.csv", "\uFEFF\"id\",\"t\"\r\n");
        write("s/4.csv");
        server.execute("CREATE STREAM s (id INT, t STRING) WITH ('connector' = 'filesystem', 'path' = '"
                + directory.resolve("s") + "', 'format' = 'csv', 'csv.header' = 'true')");
        assertThat(server.rows("SELECT id, t FROM s ORDER BY id")).containsExactly("1|a", "2|two\r\nlines");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "csv", "parquet"})
    void textBeyondTheFirstPlaneIsAKeyAFilterAndAValue(String format) throws Exception {
        write(
                "source/1.json",
                record("json", 1, WAVE) + "\n" + record("json", 2, FAMILY) + "\n" + record("json", 3, "\\ud83c\\udf0a")
                        + "\n" + record("json", 4, "plain") + "\n");
        stream("source", "id INT, t STRING", "json");
        stream("target", "t STRING, n BIGINT, total BIGINT", format);
        server.execute("INSERT INTO target SELECT t, COUNT(*), SUM(id) FROM source WHERE t <> 'plain' GROUP BY t"
                + " EMIT COMPLETE ONCE");
        assertThat(server.rows("SELECT t, n, total FROM target ORDER BY n"))
                .containsExactly(FAMILY + "|1|2", WAVE + "|2|4");
        assertThat(server.rows("SELECT n FROM target WHERE t = '" + WAVE + "'")).containsExactly("2");
        assertThat(server.rows("SELECT n FROM target WHERE t LIKE '👩%'")).containsExactly("1");
        assertThat(server.rows("SELECT CHAR_LENGTH(t), UPPER(t), SUBSTRING(t FROM 1 FOR 1) FROM target WHERE n = 2"))
                .containsExactly("1|" + WAVE + "|" + WAVE);
        try (Connection connection = server.connect();
                PreparedStatement statement = connection.prepareStatement("SELECT n FROM target WHERE t = ?")) {
            statement.setString(1, FAMILY);
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(ServerFixture.rows(rows)).containsExactly("1");
            }
        }
    }

    @Test
    void anEmojiKeepsItsPlaceInKeyedTablesAndOverARestart() throws Exception {
        server.execute("CREATE TABLE t (k STRING NOT NULL, v STRING, PRIMARY KEY (k))");
        server.execute("INSERT INTO t VALUES ('" + WAVE + "', 'one'), ('" + FAMILY + "', 'two')");
        server.execute("INSERT INTO t VALUES ('" + WAVE + "', '" + WAVE + WAVE + "')");
        server.restart();
        assertThat(server.rows("SELECT k, v FROM t ORDER BY v"))
                .containsExactly(FAMILY + "|two", WAVE + "|" + WAVE + WAVE);
    }

    @Test
    void bytesThatAreNoUtf8AreABadRow() throws Exception {
        byte[] wrong = {'{', '"', 't', '"', ':', '"', (byte) 0xC3, (byte) 0x28, '"', '}', '\n'};
        write(
                "s/1.json",
                "{\"t\":\"a\"}\n".getBytes(StandardCharsets.UTF_8),
                wrong,
                "{\"t\":\"b\"}\n".getBytes(StandardCharsets.UTF_8));
        stream("s", "t STRING", "json");
        server.execute("CREATE MATERIALIZED VIEW v AS SELECT t FROM s");
        server.execute("FLUSH");
        assertThat(server.rows("SELECT t FROM v ORDER BY t")).containsExactly("a", "b");
        assertThat(badRows("v")).singleElement().asString().contains("line 2", "UTF-8");
    }

    @Test
    void aFileThatIsNoParquetFileIsOneBadRowAndTheQueryGoesOn() throws Exception {
        write("texts/1.json", "{\"id\":7}");
        stream("texts", "id INT", "json");
        stream("s", "id INT", "parquet");
        write("s/empty.parquet");
        write("s/text.parquet", "this is no Parquet file");
        server.execute("CREATE MATERIALIZED VIEW v AS SELECT id FROM s");
        server.execute("FLUSH");
        server.execute("INSERT INTO s SELECT id FROM texts EMIT ONCE");
        server.execute("FLUSH");
        assertThat(server.rows("SELECT id FROM v")).containsExactly("7");
        assertThat(badRows("v"))
                .containsExactlyInAnyOrder(
                        "file \"empty.parquet\": it is empty, which no Parquet file is",
                        "file \"text.parquet\": it is not a Parquet file. Expected magic number at tail, but found [102, 105, 108, 101]");
        assertThat(server.rows("SELECT rows_read, rows_accepted, rows_bad FROM sys.sources WHERE query = 'v'"))
                .containsExactly("3|1|2");
        assertThat(server.rows("SELECT state FROM sys.queries WHERE name = 'v'"))
                .containsExactly("RUNNING");
        assertThat(server.rows("SELECT id FROM s")).containsExactly("7");
    }

    @Test
    void aFileWithoutTheHeaderThatItShouldHaveIsOneBadRow() throws Exception {
        write("s/1.csv", "\"id,t\n1,a\n");
        write("s/2.csv", "id,t\n2,b\n");
        server.execute("CREATE STREAM s (id INT, t STRING) WITH ('connector' = 'filesystem', 'path' = '"
                + directory.resolve("s") + "', 'format' = 'csv', 'csv.header' = 'true')");
        server.execute("CREATE MATERIALIZED VIEW v AS SELECT id, t FROM s");
        server.execute("FLUSH");
        assertThat(server.rows("SELECT * FROM v")).containsExactly("2|b");
        assertThat(badRows("v"))
                .containsExactly("file \"1.csv\": it does not begin with a record of column names."
                        + " leave out the option \"csv.header\" if the files have no header");
    }
}
