package io.tidemark.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.KafkaBroker;
import io.tidemark.connectors.testing.KafkaTopic;
import io.tidemark.connectors.testing.RowBatches;
import io.tidemark.connectors.testing.SharedBroker;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedBroker.class)
class KafkaSinkTest {

    private static final Schema TOTALS = Columns.schema("region VARCHAR NOT NULL, total BIGINT");

    private static void deliver(EpochSink sink, long epoch, Schema schema, String... rows) {
        sink.begin(epoch);
        sink.write(RowBatches.of(schema, rows));
        sink.prepare();
        sink.commit();
    }

    private static List<String> messages(KafkaTopic topic) {
        return topic.committed().stream()
                .map(message -> message.key() + " " + message.value())
                .toList();
    }

    private static CodedException codedBy(ThrowingCallable call) {
        CodedException[] caught = new CodedException[1];
        assertThatThrownBy(call).isInstanceOfSatisfying(CodedException.class, e -> caught[0] = e);
        return caught[0];
    }

    @Test
    void rowsWithAKeyBecomeMessagesWithItAndDeletedOnesHaveNoValue(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        try (EpochSink sink = topic.sink(topic.name, TOTALS, OutputMode.UPDATE, List.of(0))) {
            deliver(sink, 1, TOTALS, "north|1", "süd|2");
            deliver(sink, 2, TOTALS, "north|3", "-süd|2");
        }
        assertThat(messages(topic))
                .containsExactly(
                        "{\"region\":\"north\"} {\"region\":\"north\",\"total\":1}",
                        "{\"region\":\"süd\"} {\"region\":\"süd\",\"total\":2}",
                        "{\"region\":\"north\"} {\"region\":\"north\",\"total\":3}",
                        "{\"region\":\"süd\"} null");
    }

    @Test
    void theKeyMayBeAColumnAsItIsAndLeftOutOfTheValue(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        String[] options = {"key.format", "raw", "key.fields", "region", "value.fields-include", "EXCEPT_KEY"};
        try (EpochSink sink = topic.sink(topic.name, TOTALS, OutputMode.APPEND, List.of(), options)) {
            deliver(sink, 1, TOTALS, "north|1", "south|.");
        }
        assertThat(messages(topic)).containsExactly("north {\"total\":1}", "south {\"total\":null}");
        assertThat(codedBy(() -> topic.sink(
                        topic.name,
                        TOTALS,
                        OutputMode.UPDATE,
                        List.of(0),
                        "key.fields",
                        "total",
                        "key.format",
                        "json")))
                .hasMessageContaining("primary key");
        assertThat(codedBy(() ->
                        topic.sink(topic.name, TOTALS, OutputMode.UPDATE, List.of(0), "sink.partitioner", "fixed")))
                .hasMessageContaining("updated by key");
    }

    @Test
    void rowsAreSpreadAsThePartitionerSays(KafkaBroker broker) throws Exception {
        KafkaTopic fixed = new KafkaTopic(broker, 3);
        try (EpochSink sink =
                fixed.sink(fixed.name, TOTALS, OutputMode.APPEND, List.of(), "sink.partitioner", "fixed")) {
            deliver(sink, 1, TOTALS, "a|1", "b|2", "c|3");
        }
        assertThat(fixed.committed().stream()
                        .map(message -> message.partition())
                        .distinct())
                .hasSize(1);
        KafkaTopic spread = new KafkaTopic(broker, 3);
        try (EpochSink sink =
                spread.sink(spread.name, TOTALS, OutputMode.APPEND, List.of(), "sink.partitioner", "round-robin")) {
            deliver(sink, 1, TOTALS, "a|1", "b|2", "c|3", "d|4", "e|5", "f|6");
        }
        assertThat(spread.committed().stream().map(message -> message.partition()))
                .containsExactly(0, 0, 1, 1, 2, 2);
    }

    @Test
    void aMetadataColumnSetsTheMessagesTime(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        Schema schema = Columns.schema("id BIGINT, at TIMESTAMP_LTZ(3)");
        Map<Integer, String> metadata = Map.of(1, "timestamp");
        try (EpochSink sink = topic.sink(topic.name, schema, OutputMode.APPEND, List.of(), metadata)) {
            deliver(sink, 1, schema, "1|2024-05-01 00:00:00.123Z");
            sink.begin(2);
            assertThat(codedBy(() -> sink.write(RowBatches.of(schema, "2|1969-01-01 00:00:00Z"))))
                    .hasMessageContaining("before 1970");
            sink.abort();
        }
        assertThat(topic.committed()).singleElement().satisfies(message -> {
            assertThat(message.timestamp()).isEqualTo(1_714_521_600_123L);
            assertThat(message.value()).isEqualTo("{\"id\":1}");
        });
        assertThat(codedBy(() -> topic.sink(topic.name, schema, OutputMode.APPEND, List.of(), Map.of(0, "offset")))
                        .render())
                .contains("cannot be written")
                .contains("VIRTUAL");
    }

    @Test
    void aWriterThatHasBeenReplacedCannotCommit(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        EpochSink zombie = topic.sink(topic.name, TOTALS, OutputMode.APPEND, List.of());
        deliver(zombie, 1, TOTALS, "north|1");
        zombie.begin(2);
        zombie.write(RowBatches.of(TOTALS, "zombie|2"));
        zombie.prepare();
        try (EpochSink sink = topic.sink(topic.name, TOTALS, OutputMode.APPEND, List.of())) {
            assertThat(sink.lastCommittedEpoch()).isEqualTo(1);
            CodedException error = codedBy(zombie::commit);
            assertThat(error.code()).isEqualTo(ErrorCode.EXTERNAL_REJECTED);
            assertThat(error).hasMessageContaining("transactional id \"tidemark-" + topic.name + "\"");
            zombie.abort();
            deliver(sink, 2, TOTALS, "south|2");
        }
        assertThat(messages(topic))
                .containsExactly("null {\"region\":\"north\",\"total\":1}", "null {\"region\":\"south\",\"total\":2}");
        try (EpochSink reopened = topic.sink(topic.name, TOTALS, OutputMode.APPEND, List.of())) {
            assertThat(reopened.lastCommittedEpoch()).isEqualTo(2);
        }
    }

    @Test
    void aMarkerBehindAnotherSinksOpenTransactionIsWaitedForAndNotOverlooked(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        String epochs = "epochs-" + topic.name;
        String[] options = {"sink.epoch-topic", epochs};
        try (EpochSink sink = topic.sink(topic.name, TOTALS, OutputMode.APPEND, List.of(), options)) {
            deliver(sink, 1, TOTALS, "north|1");
        }
        try (KafkaProducer<String, String> other = topic.transactionalProducer("other-" + topic.name)) {
            other.beginTransaction();
            KafkaTopic.send(other, new ProducerRecord<>(epochs, "other", "7"));
            other.flush();
            try (EpochSink sink = topic.sink(topic.name, TOTALS, OutputMode.APPEND, List.of(), options)) {
                assertThat(sink.lastCommittedEpoch()).isEqualTo(1);
                deliver(sink, 2, TOTALS, "north|2");
            }
            CompletableFuture<Long> reopened = CompletableFuture.supplyAsync(() -> {
                try (EpochSink sink = topic.sink(topic.name, TOTALS, OutputMode.APPEND, List.of(), options)) {
                    return sink.lastCommittedEpoch();
                }
            });
            assertThatThrownBy(() -> reopened.get(2, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
            other.abortTransaction();
            assertThat(reopened.get(60, TimeUnit.SECONDS)).isEqualTo(2);
        }
    }

    @Test
    void aTopicThatWouldForgetEpochsIsRefused(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        CodedException error = codedBy(
                () -> topic.sink(topic.name, TOTALS, OutputMode.APPEND, List.of(), "sink.epoch-topic", topic.name));
        assertThat(error.code()).isEqualTo(ErrorCode.EXTERNAL_REJECTED);
        assertThat(error).hasMessageContaining("cleanup.policy=delete");
    }

    @Test
    void aMessageThatIsTooLargeIsAnErrorAndTheEpochCanBeGivenUp(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        try (EpochSink sink = topic.sink(topic.name, TOTALS, OutputMode.APPEND, List.of())) {
            sink.begin(1);
            CodedException error = codedBy(() -> {
                sink.write(RowBatches.of(TOTALS, "x".repeat(2_000_000) + "|1"));
                sink.prepare();
            });
            assertThat(error.code()).isEqualTo(ErrorCode.EXTERNAL_REJECTED);
            assertThat(error).hasMessageContaining(topic.name);
            sink.abort();
            assertThat(sink.lastCommittedEpoch()).isZero();
            deliver(sink, 1, TOTALS, "north|1");
        }
        assertThat(messages(topic)).hasSize(1);
    }

    @Test
    void aTopicThatIsNotThereIsNotCreated(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        CodedException error =
                codedBy(() -> topic.sink(topic.name, TOTALS, OutputMode.APPEND, List.of(), "topic", "nosuch"));
        assertThat(error.code()).isEqualTo(ErrorCode.EXTERNAL_NOT_FOUND);
    }
}
