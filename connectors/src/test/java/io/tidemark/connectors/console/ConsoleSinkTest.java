package io.tidemark.connectors.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.connectors.blackhole.BlackholeConnector;
import io.tidemark.connectors.testing.Columns;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkConnector;
import io.tidemark.runtime.connector.SinkSpec;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the console shows, and that it and the black hole say what they don't promise. */
class ConsoleSinkTest {

    private static final Schema SCHEMA = Columns.schema("id BIGINT, name VARCHAR");

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final ConsoleConnector connector =
            new ConsoleConnector(new PrintStream(printed, true, StandardCharsets.UTF_8));

    private EpochSink open(OutputMode mode, List<Integer> key, Map<String, String> options) {
        return connector.openSink(new SinkSpec(
                "q",
                "public.c",
                SCHEMA,
                key,
                mode,
                Options.validate("console", connector.sinkOptions(), options),
                ZoneOffset.UTC));
    }

    private static Batch batch() {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        builder.column(0).setLong(1);
        builder.column(1).setString("ä");
        builder.endRow();
        builder.column(0).setLong(2);
        builder.endRow();
        return builder.build();
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void anEpochIsPrintedWhenItCommits() {
        try (EpochSink sink = open(OutputMode.APPEND, List.of(), Map.of("print-identifier", "out"))) {
            sink.begin(3);
            sink.write(batch());
            sink.prepare();
            assertThat(text()).isEmpty();
            sink.commit();
            sink.commit();
            assertThat(text()).isEqualTo("out [3] +I(1, ä)\nout [3] +I(2, NULL)\n");
            sink.begin(4);
            sink.write(batch());
            sink.abort();
            assertThat(text()).doesNotContain("[4]");
        }
    }

    @Test
    void aKeyedChangeIsAnUpsertOrADeletion() {
        try (EpochSink sink = open(OutputMode.UPDATE, List.of(0), Map.of())) {
            sink.begin(1);
            sink.write(batch().withWeights(new int[] {1, -1}));
            sink.prepare();
            sink.commit();
        }
        assertThat(text()).isEqualTo("[1] +U(1, ä)\n[1] -D(2, NULL)\n");
    }

    @Test
    void neitherConsoleNorBlackHoleIsExactlyOnce() {
        SinkConnector blackhole = new BlackholeConnector();
        for (SinkConnector sink : List.of(connector, blackhole)) {
            Options none = Options.validate(sink.name(), sink.sinkOptions(), Map.of());
            assertThat(sink.capabilities(none, false).exactlyOnce()).isFalse();
            assertThat(sink.capabilities(none, true).modes()).contains(OutputMode.values());
        }
    }
}
