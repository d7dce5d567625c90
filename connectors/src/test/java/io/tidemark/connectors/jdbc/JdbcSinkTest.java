package io.tidemark.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.RowBatches;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sink over a database in a file. */
class JdbcSinkTest {

    private static final Schema TOTALS =
            Columns.schema("region VARCHAR(20) NOT NULL, day DATE NOT NULL, total DECIMAL(20 2)");
    private static final List<Integer> KEY = List.of(0, 1);

    @TempDir
    Path directory;

    private H2Database database;

    @BeforeEach
    void name() {
        database = new H2Database(directory.resolve("results"));
    }

    private EpochSink sink(OutputMode mode, List<Integer> key, String... options) {
        return database.sink("q1", TOTALS, mode, key, options);
    }

    private static void deliver(EpochSink sink, long epoch, Schema schema, String... rows) {
        sink.begin(epoch);
        sink.write(RowBatches.of(schema, rows));
        sink.prepare();
        sink.commit();
    }

    private List<String> totals() throws Exception {
        return database.rows("SELECT region, \"DAY\", total FROM totals ORDER BY 1, 2");
    }

    private static CodedException codedBy(ThrowingCallable call) {
        CodedException[] caught = new CodedException[1];
        assertThatThrownBy(call).isInstanceOfSatisfying(CodedException.class, e -> caught[0] = e);
        return caught[0];
    }

    @Test
    void rowsWithAKeyReplaceEachOtherAndAreDeletedByWeight() throws Exception {
        try (EpochSink sink = sink(OutputMode.UPDATE, KEY, "sink.buffer-flush.max-rows", "2")) {
            deliver(sink, 1, TOTALS, "north|2024-05-01|10.50", "north|2024-05-02|1", "south|2024-05-01|7");
            deliver(sink, 2, TOTALS, "north|2024-05-01|11", "-north|2024-05-02|1", "west|2024-05-01|.");
        }
        assertThat(totals()).containsExactly("north|2024-05-01|11.00", "south|2024-05-01|7.00", "west|2024-05-01|.");
    }

    @Test
    void anEpochOfUpdatesDeliveredAgainAfterACrashIsHarmless() throws Exception {
        try (EpochSink sink = sink(OutputMode.UPDATE, KEY)) {
            deliver(sink, 1, TOTALS, "north|2024-05-01|10");
            sink.begin(2);
            sink.write(RowBatches.of(TOTALS, "-north|2024-05-01|10", "south|2024-05-01|1"));
            sink.prepare();
        }
        assertThat(totals()).containsExactly("north|2024-05-01|10.00");
        try (EpochSink reopened = sink(OutputMode.UPDATE, KEY)) {
            assertThat(reopened.lastCommittedEpoch()).isEqualTo(1);
            deliver(reopened, 2, TOTALS, "-north|2024-05-01|10", "south|2024-05-01|1");
            assertThat(reopened.durableEpoch()).isEqualTo(2);
        }
        assertThat(totals()).containsExactly("south|2024-05-01|1.00");
        assertThat(database.rows("SELECT sink, epoch FROM tidemark_epoch")).containsExactly("q1|2");
    }

    @Test
    void everyTypeArrivesWithEveryDigit() throws Exception {
        Schema schema = Columns.schema("b BOOLEAN, t TINYINT, s SMALLINT, i INT, l BIGINT, r REAL, d DOUBLE, "
                + "short DECIMAL(10 3), long DECIMAL(38 10), v VARCHAR, x VARBINARY, day DATE, time TIME(6), "
                + "ts TIMESTAMP(6), at TIMESTAMP_LTZ(6)");
        try (EpochSink sink = database.sink("q1", schema, OutputMode.APPEND, List.of())) {
            deliver(
                    sink,
                    1,
                    schema,
                    "true|-128|32767|-2147483648|9223372036854775807|1.5|0.1|1234567.125|"
                            + "1234567890123456789012345678.0123456789|déjà 🌍|AQID|2024-02-29|23:59:59.999999|"
                            + "1969-12-31 23:59:59.999999|2024-05-01 12:00:00.000001Z",
                    ".|.|.|.|.|.|.|.|.|.|.|.|.|.|.");
        }
        assertThat(database.rows("SELECT b, t, s, i, l, r, d, short, long, v, RAWTOHEX(x), \"DAY\", \"TIME\", ts, "
                        + "at AT TIME ZONE 'UTC' FROM totals ORDER BY b NULLS LAST"))
                .containsExactly(
                        "TRUE|-128|32767|-2147483648|9223372036854775807|1.5|0.1|1234567.125|"
                                + "1234567890123456789012345678.0123456789|déjà 🌍|010203|2024-02-29|23:59:59.999999|"
                                + "1969-12-31 23:59:59.999999|2024-05-01 12:00:00.000001+00",
                        ".|.|.|.|.|.|.|.|.|.|.|.|.|.|.");
    }

    @Test
    void anInstantIsWrittenInTheRelationsZoneToAColumnWithoutOne() throws Exception {
        database.execute("CREATE TABLE totals (at TIMESTAMP(3), extra INT DEFAULT 5)");
        Schema schema = Columns.schema("AT TIMESTAMP_LTZ(3)");
        try (EpochSink sink = database.sink("q1", schema, OutputMode.APPEND, List.of())) {
            deliver(sink, 1, schema, "2024-07-01 12:00:00Z");
        }
        assertThat(database.rows("SELECT at, extra FROM totals")).containsExactly("2024-07-01 14:00:00|5");
    }

    @Test
    void anEpochThatFailsLeavesNothingAndTheNextTryDoes() throws Exception {
        Schema schema = Columns.schema("id BIGINT NOT NULL");
        database.execute("CREATE TABLE totals (id BIGINT PRIMARY KEY CHECK (id < 100))");
        try (EpochSink sink = database.sink("q1", schema, OutputMode.APPEND, List.of())) {
            sink.begin(1);
            sink.write(RowBatches.of(schema, "1", "2", "100"));
            CodedException error = codedBy(sink::prepare);
            assertThat(error.code()).isEqualTo(ErrorCode.EXTERNAL_REJECTED);
            assertThat(error)
                    .hasMessageContaining("writing to table \"totals\"")
                    .hasMessageContaining("constraint");
            sink.abort();
            assertThat(database.rows("SELECT id FROM totals")).isEmpty();
            assertThat(sink.lastCommittedEpoch()).isZero();

            deliver(sink, 1, schema, "1", "2");
        }
        assertThat(database.rows("SELECT id FROM totals")).containsExactly("1", "2");
    }

    @Test
    void aConnectionThatBreaksIsMadeAnewForTheNextTry() throws Exception {
        try (EpochSink sink = sink(OutputMode.UPDATE, KEY)) {
            deliver(sink, 1, TOTALS, "north|2024-05-01|10");
            sink.begin(2);
            sink.write(RowBatches.of(TOTALS, "south|2024-05-01|1"));
            database.execute("SHUTDOWN IMMEDIATELY");
            assertThatThrownBy(() -> {
                        sink.prepare();
                        sink.commit();
                    })
                    .isInstanceOf(UncheckedIOException.class);
            sink.abort();
            assertThat(sink.lastCommittedEpoch()).isEqualTo(1);
            deliver(sink, 2, TOTALS, "south|2024-05-01|1");
        }
        assertThat(totals()).containsExactly("north|2024-05-01|10.00", "south|2024-05-01|1.00");
    }

    @Test
    void ofTwoWritersOfOneSinkTheSlowerIsRefused() throws Exception {
        try (EpochSink slow = sink(OutputMode.APPEND, List.of());
                EpochSink fast = sink(OutputMode.APPEND, List.of())) {
            deliver(fast, 1, TOTALS, "north|2024-05-01|1");
            slow.begin(1);
            slow.write(RowBatches.of(TOTALS, "north|2024-05-01|1"));
            slow.prepare();
            assertThat(codedBy(slow::commit)).hasMessageContaining("epoch 1").hasMessageContaining("\"q1\"");
        }
        assertThat(totals()).containsExactly("north|2024-05-01|1.00");
    }

    @Test
    void sinksOfOneDatabaseKeepTheirEpochsApart() throws Exception {
        try (EpochSink one = sink(OutputMode.APPEND, List.of());
                EpochSink two = database.sink("q2", TOTALS, OutputMode.APPEND, List.of())) {
            deliver(one, 5, TOTALS, "north|2024-05-01|1");
            deliver(two, 1, TOTALS, "north|2024-05-01|1");
            assertThat(one.lastCommittedEpoch()).isEqualTo(5);
            assertThat(two.lastCommittedEpoch()).isEqualTo(1);
        }
        assertThat(totals()).hasSize(2);
    }

    @Test
    void aTableThatDoesNotFitIsRefusedWithItsName() throws Exception {
        assertThat(codedBy(() -> sink(OutputMode.APPEND, List.of(), "sink.create-table", "false")))
                .satisfies(error -> assertThat(error.code()).isEqualTo(ErrorCode.EXTERNAL_NOT_FOUND))
                .hasMessageContaining("no table \"totals\"");
        database.execute("CREATE TABLE totals (region VARCHAR(20) PRIMARY KEY, \"day\" DATE)");
        assertThat(codedBy(() -> sink(OutputMode.APPEND, List.of())))
                .satisfies(error -> assertThat(error.code()).isEqualTo(ErrorCode.EXTERNAL_NOT_FOUND))
                .hasMessageContaining("table \"totals\" has no column \"total\"");
        database.execute("ALTER TABLE totals ADD total INT");
        assertThat(codedBy(() -> sink(OutputMode.APPEND, List.of())))
                .satisfies(error -> assertThat(error.code()).isEqualTo(ErrorCode.TYPE_MISMATCH))
                .hasMessageContaining("column \"TOTAL\" of table \"totals\" is INTEGER")
                .hasMessageContaining("DECIMAL(20, 2)");
        database.execute(
                "ALTER TABLE totals ALTER COLUMN total DECIMAL(30, 2)", "ALTER TABLE totals ADD needed INT NOT NULL");
        assertThat(codedBy(() -> sink(OutputMode.APPEND, List.of()))).hasMessageContaining("\"NEEDED\"");
        database.execute("ALTER TABLE totals DROP COLUMN needed");
        assertThat(codedBy(() -> sink(OutputMode.UPDATE, KEY))).hasMessageContaining("primary key");
        sink(OutputMode.UPDATE, List.of(0)).close();
    }

    @Test
    void wrongOptionsAndMissingDatabasesAreNamed() {
        assertThat(codedBy(() -> sink(OutputMode.APPEND, List.of(), "url", "h2:file:x")))
                .hasMessageContaining("option \"url\" is \"h2:file:x\"");
        assertThat(codedBy(() -> sink(OutputMode.APPEND, List.of(), "url", "jdbc:nosuch://host/db?password=secret")))
                .hasMessageContaining("no driver takes the address \"jdbc:nosuch://host/db\"")
                .hasMessageNotContaining("secret");
        assertThat(codedBy(() -> sink(OutputMode.APPEND, List.of(), "driver", "org.example.Driver")))
                .hasMessageContaining("org.example.Driver")
                .hasMessageContaining("org.h2.Driver");
        CodedException unreachable = codedBy(
                () -> sink(OutputMode.APPEND, List.of(), "url", "jdbc:h2:tcp://127.0.0.1:1/db;PASSWORD=secret"));
        assertThat(unreachable.code()).isEqualTo(ErrorCode.EXTERNAL_UNREACHABLE);
        assertThat(unreachable)
                .hasMessageContaining("jdbc:h2:tcp://127.0.0.1:1/db")
                .hasMessageNotContaining("secret");
        assertThat(codedBy(() -> sink(OutputMode.APPEND, List.of(), "table", "x"))
                        .render())
                .contains("table-name");
    }

    @Test
    void aDatabaseInMemoryOutlivesTheSink() throws Exception {
        String url = "jdbc:h2:mem:" + directory.getFileName();
        try (EpochSink sink = sink(OutputMode.APPEND, List.of(), "url", url)) {
            deliver(sink, 1, TOTALS, "north|2024-05-01|1");
        }
        try (EpochSink reopened = sink(OutputMode.APPEND, List.of(), "url", url)) {
            assertThat(reopened.lastCommittedEpoch()).isEqualTo(1);
        }
    }
}
