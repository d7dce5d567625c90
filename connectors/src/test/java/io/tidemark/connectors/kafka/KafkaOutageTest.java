package io.tidemark.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.KafkaBroker;
import io.tidemark.connectors.testing.KafkaTopic;
import io.tidemark.connectors.testing.RowBatches;
import io.tidemark.connectors.testing.SourceRun;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a broker that is killed and comes back. */
class KafkaOutageTest {

    private static final Schema ID = Columns.schema("id BIGINT");
    private static final String[] IMPATIENT = {
        "properties.request.timeout.ms", "1000",
        "properties.default.api.timeout.ms", "2000"
    };
    private static final String[] IMPATIENT_SINK = {
        "properties.request.timeout.ms", "1000",
        "properties.delivery.timeout.ms", "2000",
        "properties.max.block.ms", "2000"
    };

    @TempDir
    Path directory;

    private static void prepare(EpochSink sink, long epoch, String... rows) {
        sink.begin(epoch);
        sink.write(RowBatches.of(ID, rows));
        sink.prepare();
    }

    @Test
    void whileTheBrokerIsAwayTryingAgainIsAskedForAndAfterwardsNothingIsLostOrDoubled() throws Exception {
        try (KafkaBroker broker = KafkaBroker.start(directory)) {
            KafkaTopic topic = new KafkaTopic(broker, 1);
            KafkaTopic results = new KafkaTopic(broker, 1);
            topic.write(0, "{\"id\": 1}", "{\"id\": 2}");
            try (Source source = topic.source(ID, IMPATIENT);
                    EpochSink sink = results.sink("q", ID, OutputMode.APPEND, List.of(), IMPATIENT_SINK)) {
                SourceRange range =
                        source.plan(source.initialPosition(), RangeLimits.NONE).orElseThrow();
                prepare(sink, 1, "1");
                sink.commit();
                prepare(sink, 2, "2");
                broker.kill();

                SourcePosition position = range.from();
                assertThatThrownBy(() -> source.plan(position, RangeLimits.NONE))
                        .isInstanceOf(UncheckedIOException.class);
                assertThatThrownBy(sink::commit).isInstanceOf(UncheckedIOException.class);
                sink.abort();
                assertThatThrownBy(sink::lastCommittedEpoch).isInstanceOf(UncheckedIOException.class);

                broker.startAgain();
                SourceRun run = new SourceRun(List.of(0));
                run.read(source, range);
                assertThat(run.rows).containsExactly("1", "2");
                long held = sink.lastCommittedEpoch();
                if (held == 1) {
                    prepare(sink, 2, "2");
                    sink.commit();
                }
                assertThat(sink.lastCommittedEpoch()).isEqualTo(2);
            }
            assertThat(results.committed().stream().map(message -> message.value()))
                    .containsExactly("{\"id\":1}", "{\"id\":2}");
        }
    }
}
