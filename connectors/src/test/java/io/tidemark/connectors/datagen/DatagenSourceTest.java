package io.tidemark.connectors.datagen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.SourceContract;
import io.tidemark.connectors.testing.SourceRun;
import io.tidemark.connectors.testing.TestClock;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceSpec;
import io.tidemark.sql.error.CodedException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Generated rows keep to the contract of sources, to their options and to their pace. */
class DatagenSourceTest extends SourceContract {

    private static final String EVERY_TYPE =
            "a BOOLEAN, b TINYINT, c SMALLINT, d INT, e BIGINT, f DECIMAL(10 2), g DECIMAL(30 5),"
                    + " h REAL, i DOUBLE, j VARCHAR(8), k VARBINARY, l DATE, m TIME(3), n TIMESTAMP(3), o TIMESTAMP_LTZ(6)";

    private final TestClock clock = new TestClock();

    private Source source(String schema, String... options) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            given.put(options[i], options[i + 1]);
        }
        DatagenConnector connector = new DatagenConnector(clock);
        SourceSpec spec = new SourceSpec(
                "public.g",
                Columns.schema(schema),
                Map.of(),
                Options.validate("connector \"datagen\"", connector.sourceOptions(), given),
                ZoneOffset.UTC);
        connector.validateSource(spec);
        return connector.openSource(spec);
    }

    private static SourceRun readAll(Source source, String schema) {
        Schema columns = Columns.schema(schema);
        SourceRun run = new SourceRun(IntStream.range(0, columns.size()).boxed().toList());
        run.readAll(source, RangeLimits.NONE);
        return run;
    }

    private SourceRun rows(String schema, String... options) {
        try (Source source = source(schema, options)) {
            return readAll(source, schema);
        }
    }

    @Override
    protected Source open() {
        return source(EVERY_TYPE, "number-of-rows", "100");
    }

    @Override
    protected int columnCount() {
        return Columns.schema(EVERY_TYPE).size();
    }

    @Test
    void randomValuesLieWithinTheirLimitsAndReachThem() {
        SourceRun run = rows(
                "a TINYINT, b DECIMAL(4 1), c DATE, d VARCHAR",
                "number-of-rows",
                "5000",
                "fields.a.min",
                "-2",
                "fields.a.max",
                "3",
                "fields.b.min",
                "0.5",
                "fields.b.max",
                "0.9",
                "fields.c.min",
                "2024-02-28",
                "fields.c.max",
                "2024-03-01",
                "fields.d.length",
                "1");
        assertThat(run.rows.stream().map(row -> row.split("\\|", -1)[0]).distinct())
                .containsExactlyInAnyOrder("-2", "-1", "0", "1", "2", "3");
        assertThat(run.rows.stream().map(row -> row.split("\\|", -1)[1]).distinct())
                .containsExactlyInAnyOrder("0.5", "0.6", "0.7", "0.8", "0.9");
        assertThat(run.rows.stream().map(row -> row.split("\\|", -1)[2]).distinct())
                .containsExactlyInAnyOrder("2024-02-28", "2024-02-29", "2024-03-01");
        assertThat(run.rows.stream().map(row -> row.split("\\|", -1)[3]).distinct())
                .hasSize(16);
    }

    @Test
    void theWholeRangeOfATypeIsUsed() {
        SourceRun run = rows("a BIGINT", "number-of-rows", "1000");
        assertThat(run.rows.stream()
                        .mapToLong(Long::parseLong)
                        .filter(value -> value < 0)
                        .count())
                .isBetween(400L, 600L);
        assertThat(run.rows.stream().distinct()).hasSize(1000);
    }

    @Test
    void anotherSeedGivesOtherRows() {
        List<String> first = rows("a BIGINT", "number-of-rows", "3").rows;
        assertThat(rows("a BIGINT", "number-of-rows", "3").rows).isEqualTo(first);
        assertThat(rows("a BIGINT", "number-of-rows", "3", "seed", "1").rows).doesNotContainAnyElementsOf(first);
    }

    @Test
    void aSequenceRisesAndEndsTheSource() {
        SourceRun run = rows(
                "a INT, b TIMESTAMP(3), c VARCHAR",
                "fields.a.kind",
                "sequence",
                "fields.a.start",
                "5",
                "fields.a.end",
                "7",
                "fields.b.kind",
                "sequence",
                "fields.b.start",
                "2024-01-01 00:00:00",
                "fields.b.step",
                "1500",
                "fields.c.kind",
                "sequence");
        assertThat(run.rows)
                .containsExactly("5|2024-01-01 00:00:00|0", "6|2024-01-01 00:00:01.5|1", "7|2024-01-01 00:00:03|2");
        assertThat(run.payloads.get(0)).isEqualTo("{\"a\":5,\"b\":\"2024-01-01 00:00:00\",\"c\":\"0\"}");
    }

    @Test
    void rowsComeAtTheirPace() {
        try (Source source = source("a BIGINT", "rows-per-second", "100", "number-of-rows", "130")) {
            SourcePosition start = source.initialPosition();
            assertThat(source.plan(start, RangeLimits.NONE)).isEmpty();
            clock.advance(Duration.ofMillis(50));
            SourcePosition five =
                    source.plan(start, RangeLimits.NONE).orElseThrow().to();
            assertThat(source.reached(five, source.currentEnd(five))).isTrue();
            clock.advance(Duration.ofSeconds(1));
            assertThat(source.reached(five, source.currentEnd(five))).isFalse();
            var range = source.plan(five, RangeLimits.NONE).orElseThrow();
            assertThat(range.description()).isEqualTo("rows 5..105");
            clock.advance(Duration.ofSeconds(1));
            range = source.plan(range.to(), RangeLimits.NONE).orElseThrow();
            assertThat(range.description()).isEqualTo("rows 105..130");
            assertThat(source.endedAt(range.from())).isFalse();
            assertThat(source.endedAt(range.to())).isTrue();
        }
    }

    @Test
    void onlyASourceThatEndsIsReadAsATable() {
        DatagenConnector connector = new DatagenConnector(clock);
        Options endless = Options.validate("datagen", connector.sourceOptions(), Map.of());
        Options ending = Options.validate("datagen", connector.sourceOptions(), Map.of("number-of-rows", "5"));
        assertThat(connector.snapshotRefusal(endless))
                .isEqualTo("a datagen source without \"number-of-rows\" never ends");
        assertThat(connector.snapshotRefusal(ending)).isEmpty();
    }

    @Test
    void optionsAreChecked() {
        assertThatThrownBy(() -> source("a INT", "fields.b.min", "1"))
                .isInstanceOf(CodedException.class)
                .hasMessage("no column \"b\" in option \"fields.b.min\"");
        assertThatThrownBy(() -> source("a INT", "fields.a.mn", "1"))
                .isInstanceOf(CodedException.class)
                .hasMessage("unknown option \"fields.a.mn\" for connector \"datagen\"");
        assertThatThrownBy(() -> source("a INT", "fields.a.min", "x"))
                .isInstanceOf(CodedException.class)
                .hasMessage("option \"fields.a.min\" is \"x\", expected a value of type INT");
        assertThatThrownBy(() -> source("a INT", "fields.a.min", "2", "fields.a.max", "1"))
                .isInstanceOf(CodedException.class)
                .hasMessage("option \"fields.a.min\" is \"2\", expected a value not greater than \"max\"");
        assertThatThrownBy(() -> source("a INT", "fields.a.kind", "sequence"))
                .isInstanceOf(CodedException.class)
                .hasMessage("a sequence of type INT needs option \"fields.a.end\"");
        assertThatThrownBy(() -> source("a INT", "number-of-rows", "0"))
                .isInstanceOf(CodedException.class)
                .hasMessage("option \"number-of-rows\" is \"0\", expected a number greater than 0");
    }
}
