package io.tidemark.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.planner.incremental.Emission;
import io.tidemark.planner.incremental.EmitMode;
import io.tidemark.sql.error.CodedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each kind of query in each output mode, as a push query, whose client takes everything. */
class ModeMatrixTest {
    private final Statements statements = new Statements(FakeCatalog.of(
            "CREATE STREAM s (k STRING, n INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)",
            "CREATE STREAM bare (k STRING, n INT, ts TIMESTAMP(3))",
            "CREATE TABLE t (id INT PRIMARY KEY, k STRING)",
            "CREATE STREAM files (k STRING, n BIGINT) WITH ('connector' = 'filesystem')",
            "CREATE STREAM wfiles (w TIMESTAMP(3), n BIGINT) WITH ('connector' = 'filesystem')",
            "CREATE TABLE keyed (k STRING, n BIGINT, PRIMARY KEY (k))",
            "CREATE TABLE jdbc (k STRING, n BIGINT) WITH ('connector' = 'jdbc')"));

    private String outcome(String sql) {
        try {
            PlannedQuery query = statements.plan(sql);
            boolean isFinal = query.root().traits().emission() == Emission.FINAL;
            boolean warned =
                    query.warnings().stream().anyMatch(w -> w.code().code().equals("STATE-W1"));
            return "yes" + (isFinal ? " FINAL" : "") + (warned ? " W1" : "");
        } catch (CodedException e) {
            return e.code().code();
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    SELECT k FROM s WHERE n > 1                                    | yes       | yes    | MODE-07
                    SELECT k FROM s UNION ALL SELECT k FROM bare                   | yes       | yes    | MODE-07
                    SELECT k FROM t                                                | MODE-04   | yes    | yes
                    SELECT k FROM s UNION ALL SELECT k FROM t                      | MODE-04   | yes    | yes W1
                    SELECT FLOOR(ts TO HOUR), COUNT(*) FROM s GROUP BY FLOOR(ts TO HOUR) | yes FINAL | yes | yes W1
                    SELECT window_end, COUNT(*) FROM TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '1' DAY) GROUP BY window_end | yes FINAL | yes | yes W1
                    SELECT window_end, COUNT(*) FROM TUMBLE(TABLE bare, DESCRIPTOR(ts), INTERVAL '1' DAY) GROUP BY window_end | WM-01 | yes W1 | yes W1
                    SELECT window_end, COUNT(*) FROM HOP((SELECT CASE WHEN n > 1 THEN ts END AS ts FROM s), DESCRIPTOR(ts), INTERVAL '1' HOUR, INTERVAL '1' DAY) GROUP BY window_end | WM-02 | yes W1 | yes W1
                    SELECT k, COUNT(*) FROM s GROUP BY k                           | MODE-01   | yes W1 | yes W1
                    SELECT COUNT(*) FROM s                                         | MODE-01   | yes    | yes
                    SELECT COUNT(*) FROM t                                         | MODE-01   | yes    | yes
                    SELECT k, COUNT(*) FROM t GROUP BY k                           | MODE-01   | yes    | yes
                    SELECT DISTINCT k FROM s                                       | yes W1    | yes W1 | yes W1
                    SELECT DISTINCT k FROM t                                       | MODE-01   | yes    | yes
                    SELECT COUNT(DISTINCT n) FROM s                                | MODE-01   | yes W1 | yes W1
                    SELECT COUNT(DISTINCT k), MAX(id) FROM t                       | MODE-01   | yes    | yes
                    SELECT k, MIN(n), MAX(DISTINCT n) FROM s GROUP BY k            | MODE-01   | yes W1 | yes W1
                    SELECT FLOOR(ts TO HOUR), COUNT(DISTINCT k) FROM s GROUP BY FLOOR(ts TO HOUR) | yes FINAL | yes | yes W1
                    SELECT k, n, COUNT(*) FROM s GROUP BY CUBE (k, n)              | MODE-01   | yes W1 | yes W1
                    SELECT k, COUNT(*) FROM t GROUP BY ROLLUP (k)                  | MODE-01   | yes    | yes
                    SELECT FLOOR(ts TO HOUR), k, COUNT(*) FROM s GROUP BY GROUPING SETS ((FLOOR(ts TO HOUR), k), (FLOOR(ts TO HOUR))) | yes FINAL | yes | yes W1
                    SELECT FLOOR(ts TO HOUR), k, COUNT(*) FROM s GROUP BY GROUPING SETS ((FLOOR(ts TO HOUR)), (k)) | MODE-01 | yes W1 | yes W1
                    SELECT FLOOR(ts TO HOUR), COUNT(*) FROM s GROUP BY ROLLUP (FLOOR(ts TO HOUR)) | MODE-01 | yes | yes W1
                    SELECT FLOOR(ts TO HOUR), COUNT(DISTINCT k) FROM s GROUP BY ROLLUP (FLOOR(ts TO HOUR)) | MODE-01 | yes W1 | yes W1
                    SELECT k FROM s LIMIT 3                                        | yes       | yes    | yes W1
                    """)
    void aQueryCanBeEmitted(String query, String append, String update, String complete) {
        assertThat(outcome(query + " EMIT APPEND")).as("APPEND").isEqualTo(append.strip());
        assertThat(outcome(query + " EMIT UPDATE")).as("UPDATE").isEqualTo(update.strip());
        assertThat(outcome(query + " EMIT COMPLETE")).as("COMPLETE").isEqualTo(complete.strip());
    }

    private EmitMode mode(String sql) {
        return statements.plan(sql).mode();
    }

    @Test
    void thePlanThatNeverRetractsAppendsByDefault() {
        assertThat(mode("SELECT STREAM k FROM s")).isEqualTo(EmitMode.APPEND);
        assertThat(mode("INSERT INTO files SELECT k, n FROM s")).isEqualTo(EmitMode.APPEND);
    }

    @Test
    void thePlanThatRetractsUpdatesWhereTheTargetTakesIt() {
        assertThat(mode("SELECT STREAM k, COUNT(*) FROM s GROUP BY k")).isEqualTo(EmitMode.UPDATE);
        assertThat(mode("INSERT INTO keyed SELECT k, COUNT(*) FROM s GROUP BY k"))
                .isEqualTo(EmitMode.UPDATE);
    }

    @Test
    void anAppendOnlyTargetGetsFinalRowsWhereAWatermarkMakesThem() {
        PlannedQuery query = statements.plan(
                "INSERT INTO wfiles SELECT window_end, COUNT(*) FROM TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '1' DAY)"
                        + " GROUP BY window_end");
        assertThat(query.mode()).isEqualTo(EmitMode.APPEND);
        assertThat(query.root().traits().emission()).isEqualTo(Emission.FINAL);
        assertThat(query.trigger().interval()).hasSeconds(10);
    }

    @Test
    void aViewUpdatesByDefault() {
        assertThat(mode("CREATE MATERIALIZED VIEW v AS SELECT k FROM s")).isEqualTo(EmitMode.UPDATE);
    }

    @Test
    void withoutAKeyATargetThatTakesNoRetractionsCannotBeUpdated() {
        assertThat(outcome("INSERT INTO jdbc SELECT k, COUNT(*) FROM s GROUP BY k"))
                .isEqualTo("yes W1");
        assertThat(
                        outcome(
                                "INSERT INTO jdbc SELECT k, n FROM (SELECT UPPER(k) AS k, n FROM (SELECT k, COUNT(*) AS n FROM s GROUP BY k))"))
                .isEqualTo("MODE-05");
    }

    @Test
    void aPushQueryWithoutRowKindWarnsThatDeletesAreHidden() {
        PlannedQuery hidden = statements.plan("SELECT k, COUNT(*) FROM s GROUP BY k HAVING COUNT(*) < 3 EMIT CHANGES");
        assertThat(hidden.warnings()).anyMatch(w -> w.code().code().equals("NOTE-04"));
        PlannedQuery shown =
                statements.plan("SELECT k, ROW_KIND(), COUNT(*) FROM s GROUP BY k HAVING COUNT(*) < 3 EMIT CHANGES");
        assertThat(shown.warnings()).noneMatch(w -> w.code().code().equals("NOTE-04"));
        assertThat(shown.rowKindColumn()).hasValue(1);
    }
}
