package io.tidemark.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.KafkaBroker;
import io.tidemark.connectors.testing.KafkaTopic;
import io.tidemark.connectors.testing.SharedBroker;
import io.tidemark.connectors.testing.SourceRun;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedBroker.class)
class KafkaSourceTest {

    private static final Schema ID = Columns.schema("id BIGINT");
    private static final RangeLimits NONE = RangeLimits.NONE;

    private static String id(int id) {
        return "{\"id\": " + id + "}";
    }

    private static SourceRun readAll(Source source, Schema schema) {
        SourceRun run = new SourceRun(KafkaTopic.allOf(schema));
        run.readAll(source, NONE);
        return run;
    }

    private static List<String> idsFrom(KafkaTopic topic, String... options) {
        try (Source source = topic.source(ID, options)) {
            return readAll(source, ID).rows;
        }
    }

    private static CodedException codedBy(ThrowingCallable call) {
        CodedException[] caught = new CodedException[1];
        assertThatThrownBy(call).isInstanceOfSatisfying(CodedException.class, e -> caught[0] = e);
        return caught[0];
    }

    @Test
    void theStartupModeSaysWhereANewQueryBegins(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 2);
        try (KafkaProducer<String, String> producer = topic.producer()) {
            for (int i = 0; i < 6; i++) {
                KafkaTopic.send(producer, new ProducerRecord<>(topic.name, i % 2, 1000L * i, null, id(i)));
            }
        }
        String mode = "scan.startup.mode";
        assertThat(idsFrom(topic)).containsExactly("0", "2", "4", "1", "3", "5");
        assertThat(idsFrom(topic, mode, "earliest-offset")).hasSize(6);
        assertThat(idsFrom(topic, mode, "timestamp", "scan.startup.timestamp-millis", "2500"))
                .containsExactly("4", "3", "5");
        assertThat(idsFrom(topic, mode, "timestamp", "scan.startup.timestamp-millis", "4500"))
                .containsExactly("5");
        assertThat(idsFrom(topic, mode, "specific-offsets", "scan.startup.specific-offsets", "partition:1,offset:2"))
                .containsExactly("0", "2", "4", "5");
        try (Source source = topic.source(ID, mode, "latest-offset")) {
            SourcePosition start = source.initialPosition();
            assertThat(source.plan(start, NONE)).isEmpty();
            topic.write(1, id(7));
            SourceRun run = new SourceRun(List.of(0));
            run.readAll(source, start, NONE);
            assertThat(run.rows).containsExactly("7");
        }
    }

    @Test
    void theEarliestPositionIsTheTopicsWhateverTheStartupModeSays(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        topic.write(0, id(1), id(2), id(3));
        String mode = "scan.startup.mode";
        for (String[] options : new String[][] {
            {mode, "latest-offset"},
            {mode, "timestamp", "scan.startup.timestamp-millis", "99999999999999"},
            {mode, "specific-offsets", "scan.startup.specific-offsets", "partition:0,offset:2"}
        }) {
            try (Source source = topic.source(ID, options)) {
                SourceRun run = new SourceRun(List.of(0));
                SourcePosition read = run.readAll(source, source.earliestPosition(), NONE);
                assertThat(run.rows).containsExactly("1", "2", "3");
                assertThat(read).isEqualTo(source.currentEnd(source.earliestPosition()));
            }
        }
    }

    @Test
    void wrongStartupOptionsAreRefused(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        String mode = "scan.startup.mode";
        String offsets = "scan.startup.specific-offsets";
        assertThat(codedBy(() -> topic.source(ID, mode, "timestamp"))).hasMessageContaining("timestamp-millis");
        assertThat(codedBy(() -> topic.source(ID, mode, "specific-offsets", offsets, "0:42")))
                .hasMessageContaining("partition:0,offset:42");
        assertThat(codedBy(() -> topic.source(ID, offsets, "partition:0,offset:1")))
                .hasMessageContaining("specific-offsets");
        assertThat(codedBy(() -> topic.source(ID, mode, "middle"))).hasMessageContaining("latest-offset");
        assertThat(codedBy(() -> topic.source(ID, "properties.auto.offset.reset", "earliest"))
                        .render())
                .contains("scan.startup.mode");
        try (Source source = topic.source(ID, mode, "specific-offsets", offsets, "partition:3,offset:1")) {
            assertThat(codedBy(source::initialPosition)).hasMessageContaining("partition:3");
        }
        try (Source source = topic.source(ID, mode, "specific-offsets", offsets, "partition:0,offset:9")) {
            assertThat(codedBy(() -> source.plan(source.initialPosition(), NONE)))
                    .hasMessageContaining("offset 9")
                    .hasMessageContaining("it ends at 0");
        }
    }

    @Test
    void whatAMessageHasBesidesItsValueIsInMetadataColumns(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 2);
        try (KafkaProducer<String, String> producer = topic.producer()) {
            ProducerRecord<String, String> full =
                    new ProducerRecord<>(topic.name, 1, 1_700_000_000_123L, "schlüssel", id(1));
            full.headers().add("trace", KafkaTopic.bytes("a\"b")).add("raw", new byte[] {(byte) 0xFF});
            KafkaTopic.send(producer, full);
            KafkaTopic.send(producer, new ProducerRecord<>(topic.name, 1, 5L, null, id(2)));
        }
        Schema schema = Columns.schema(
                "id BIGINT, p INT, o BIGINT, at TIMESTAMP_LTZ(3), k VARCHAR, kb VARBINARY, " + "h VARCHAR, t VARCHAR");
        Map<Integer, String> metadata =
                Map.of(1, "partition", 2, "offset", 3, "timestamp", 4, "key", 5, "key", 6, "headers", 7, "topic");
        try (Source source = topic.source(schema, metadata)) {
            assertThat(readAll(source, schema).rows)
                    .containsExactly(
                            "1|1|0|2023-11-14 22:13:20.123Z|schlüssel|c2NobMO8c3NlbA==|"
                                    + "{\"trace\":\"a\\\"b\",\"raw\":\"/w==\"}|" + topic.name,
                            "2|1|1|1970-01-01 00:00:00.005Z|.|.|{}|" + topic.name);
        }
        assertThat(codedBy(() -> topic.source(schema, Map.of(1, "partitions"))))
                .hasMessageContaining("no metadata column \"partitions\"");
        assertThat(codedBy(() -> topic.source(schema, Map.of(7, "offset")))).hasMessageContaining("expected BIGINT");
    }

    @Test
    void keysAreReadIntoColumnsWhereTheValueDoesNotHoldThem(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        try (KafkaProducer<String, String> producer = topic.producer()) {
            KafkaTopic.send(producer, new ProducerRecord<>(topic.name, 0, "{\"k\": \"a\", \"n\": 1}", id(1)));
            KafkaTopic.send(producer, new ProducerRecord<>(topic.name, 0, "{\"k\": 5", id(2)));
            KafkaTopic.send(producer, new ProducerRecord<>(topic.name, 0, null, id(3)));
        }
        Schema schema = Columns.schema("k VARCHAR NOT NULL, id BIGINT");
        String[] json = {"key.format", "json", "key.fields", "k", "value.fields-include", "EXCEPT_KEY"};
        try (Source source = topic.source(schema, json)) {
            SourceRun run = readAll(source, schema);
            assertThat(run.rows).containsExactly("a|1");
            assertThat(run.bad).hasSize(2);
            assertThat(run.bad.get(0)).startsWith("1 22P02 topic \"" + topic.name + "\", partition 0, offset 1: key: ");
        }
        String[] raw = {"key.format", "raw", "key.fields", "k", "value.fields-include", "EXCEPT_KEY"};
        try (Source source = topic.source(schema, raw)) {
            SourceRun run = readAll(source, schema);
            assertThat(run.rows).containsExactly("{\"k\": \"a\", \"n\": 1}|1", "{\"k\": 5|2");
            assertThat(run.bad).singleElement().asString().startsWith("2 22004");
        }
        assertThat(codedBy(() -> topic.source(schema, "key.fields", "k"))).hasMessageContaining("key.format");
        assertThat(codedBy(() -> topic.source(schema, "key.fields", "x", "key.format", "raw")))
                .hasMessageContaining("no column \"x\"");
        assertThat(codedBy(() -> topic.source(schema, "key.fields", "id", "key.format", "raw")))
                .hasMessageContaining("json");
    }

    @Test
    void onlyWhatIsCommittedIsPlannedAndARangeIsReadExactlyAgain(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        SourceRun run = new SourceRun(List.of(0));
        try (Source source = topic.source(ID);
                KafkaProducer<String, String> producer = topic.transactionalProducer(topic.name)) {
            SourcePosition position = source.initialPosition();
            producer.beginTransaction();
            topic.send(producer, 0, id(1));
            topic.send(producer, 0, id(2));
            producer.flush();
            assertThat(source.plan(position, NONE)).isEmpty();
            assertThat(source.currentEnd(position)).isEqualTo(position);
            producer.commitTransaction();
            producer.beginTransaction();
            topic.send(producer, 0, id(3));
            producer.flush();
            SourceRange first = source.plan(position, NONE).orElseThrow();
            assertThat(first.description()).isEqualTo(topic.name + "/0: 0..3");
            producer.abortTransaction();
            producer.beginTransaction();
            topic.send(producer, 0, id(4));
            producer.commitTransaction();
            topic.awaitTransactionsEnded();
            SourceRange second = source.plan(first.to(), NONE).orElseThrow();
            run.read(source, first);
            run.read(source, second);
            assertThat(run.rowsByRange).containsExactly(List.of("1", "2"), List.of("4"));
            assertThat(run.offsets).containsExactly(0L, 1L, 5L);
            assertThat(source.plan(second.to(), NONE)).isEmpty();
        }
        try (Source reopened = topic.source(ID)) {
            SourceRun again = new SourceRun(List.of(0));
            run.ranges.forEach(range -> again.read(reopened, range));
            assertThat(again.rowsByRange).isEqualTo(run.rowsByRange);
            SourceRun backwards = new SourceRun(List.of(0));
            backwards.read(reopened, run.ranges.get(1));
            backwards.read(reopened, run.ranges.get(0));
            assertThat(backwards.rows).containsExactly("4", "1", "2");
        }
    }

    @Test
    void anEmptyTransactionsMarkersAreARangeWithoutRows(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        try (Source source = topic.source(ID);
                KafkaProducer<String, String> producer = topic.transactionalProducer(topic.name)) {
            producer.beginTransaction();
            topic.send(producer, 0, id(1));
            producer.flush();
            producer.abortTransaction();
            topic.awaitTransactionsEnded();
            SourceRun run = readAll(source, ID);
            assertThat(run.rows).isEmpty();
            assertThat(run.ranges).hasSize(1);
        }
    }

    @Test
    void tombstonesAreCountedAndBadMessagesAreNamed(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 2);
        topic.write(1, id(1), null, "{\"id\": \"x\"}", "", id(2), "{\"id\":", null);
        try (Source source = topic.source(ID)) {
            SourceRange range = source.plan(source.initialPosition(), NONE).orElseThrow();
            SourceRun run = new SourceRun(List.of(0));
            run.read(source, range);
            assertThat(run.rows).containsExactly("1", "2");
            assertThat(run.payloads).containsExactly(id(1), id(2));
            assertThat(run.badPayloads).containsExactly("{\"id\": \"x\"}", "", "{\"id\":");
            assertThat(run.bad.get(0))
                    .startsWith("2 22018 topic \"" + topic.name + "\", partition 1, offset 2: column \"id\" is \"x\"");
            try (RangeReader reader = source.read(range, List.of(), (partition, offset, payload, reason) -> {})) {
                while (reader.next() != null) {
                    assertThat(reader.rowsFiltered()).isLessThanOrEqualTo(2);
                }
                assertThat(reader.rowsFiltered()).isEqualTo(2);
            }
        }
    }

    @Test
    void aLimitIsSharedFairlyAndWhatOnePartitionDoesNotNeedGoesToTheOthers(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 3);
        for (int i = 0; i < 20; i++) {
            topic.write(0, id(i));
        }
        topic.write(1, id(100), id(101));
        topic.write(2, id(200), id(201), id(202), id(203), id(204), id(205));
        try (Source source = topic.source(ID)) {
            RangeLimits limits = new RangeLimits(12, Long.MAX_VALUE);
            SourceRange range = source.plan(source.initialPosition(), limits).orElseThrow();
            assertThat(range.partitions()).containsExactly(0, 1, 2);
            assertThat(range.description()).isEqualTo("T/0: 0..5, T/1: 0..2, T/2: 0..5".replace("T", topic.name));
            SourceRun run = new SourceRun(List.of(0));
            SourcePosition end = run.readAll(source, source.initialPosition(), limits);
            assertThat(run.rows).hasSize(28).doesNotHaveDuplicates();
            assertThat(source.reached(end, source.currentEnd(source.initialPosition())))
                    .isTrue();
            assertThat(source.plan(source.initialPosition(), new RangeLimits(0, 0)))
                    .isPresent();
        }
    }

    @Test
    void aPartitionAddedLaterIsFoundAndReadFromItsStart(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        topic.write(0, id(1));
        try (Source source = topic.source(ID, "scan.topic-partition-discovery.interval", "50 ms");
                Admin admin = broker.admin()) {
            SourceRun run = new SourceRun(List.of(0));
            SourcePosition position = run.readAll(source, source.initialPosition(), NONE);
            admin.createPartitions(Map.of(topic.name, NewPartitions.increaseTo(2)))
                    .all()
                    .get();
            SourcePosition end = Awaitility.await()
                    .until(
                            () -> source.currentEnd(position),
                            found -> KafkaPosition.decode(found).spans().containsKey(1));
            assertThat(source.reached(position, end)).isTrue();
            topic.write(1, id(2));
            SourceRange range = Awaitility.await()
                    .until(() -> source.plan(position, NONE), Optional::isPresent)
                    .orElseThrow();
            run.read(source, range);
            assertThat(run.rows).containsExactly("1", "2");
            assertThat(range.partitions()).containsExactly(0, 1);
            assertThat(source.reached(position, range.to())).isFalse();
        }
    }

    @Test
    void aBoundedSourceEndsWithWhatWasThereAtItsStart(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 2);
        topic.write(0, id(1), id(2));
        try (Source source = topic.source(ID, "scan.bounded", "true")) {
            SourcePosition start = source.initialPosition();
            assertThat(source.endedAt(start)).isFalse();
            topic.write(0, id(3));
            topic.write(1, id(4));
            SourceRun run = new SourceRun(List.of(0));
            SourcePosition end = run.readAll(source, start, new RangeLimits(1, Long.MAX_VALUE));
            assertThat(run.rows).containsExactly("1", "2");
            assertThat(source.endedAt(end)).isTrue();
            assertThat(source.reached(end, source.currentEnd(start))).isTrue();
        }
        assertThat(idsFrom(topic, "scan.bounded.mode", "latest-offset")).containsExactly("1", "2", "3", "4");
    }

    @Test
    void messagesThatAreGoneAreAnErrorThatNamesThem(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        topic.write(0, id(0), id(1), id(2), id(3));
        try (Source source = topic.source(ID);
                Admin admin = broker.admin()) {
            SourceRange range = source.plan(source.initialPosition(), NONE).orElseThrow();
            admin.deleteRecords(Map.of(new TopicPartition(topic.name, 0), RecordsToDelete.beforeOffset(3)))
                    .all()
                    .get();
            CodedException lost = codedBy(() -> new SourceRun(List.of(0)).read(source, range));
            assertThat(lost.code()).isEqualTo(ErrorCode.EXTERNAL_DATA_LOST);
            assertThat(lost)
                    .hasMessage("offset 0 of topic \"" + topic.name + "\", partition 0 is gone: it holds 3 to 4");
        }
        assertThat(idsFrom(topic)).containsExactly("3");
    }

    @Test
    void anotherTopicOfTheSameNameIsNotTakenForTheFirst(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        topic.write(0, id(1), id(2));
        SourcePosition position;
        try (Source source = topic.source(ID)) {
            position = new SourceRun(List.of(0)).readAll(source, source.initialPosition(), NONE);
        }
        try (Admin admin = broker.admin()) {
            admin.deleteTopics(List.of(topic.name)).all().get();
            Awaitility.await().ignoreExceptions().until(() -> {
                broker.createTopic(topic.name, 1, Map.of());
                return true;
            });
        }
        topic.write(0, id(1), id(2), id(3));
        try (Source source = topic.source(ID)) {
            CodedException lost = codedBy(() -> source.plan(position, NONE));
            assertThat(lost.code()).isEqualTo(ErrorCode.EXTERNAL_DATA_LOST);
        }
    }

    @Test
    void anUnknownTopicAndAnAddressWithoutABrokerAreToldWithinTenSeconds(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 1);
        CodedException unknown = codedBy(() -> topic.source(ID, "topic", "nosuch"));
        assertThat(unknown.code()).isEqualTo(ErrorCode.EXTERNAL_NOT_FOUND);
        assertThat(unknown).hasMessage("no topic \"nosuch\" at \"" + broker.servers() + "\"");
        long start = System.nanoTime();
        CodedException unreachable =
                codedBy(() -> topic.source(ID, "properties.bootstrap.servers", "127.0.0.1:1,127.0.0.1:2"));
        assertThat(unreachable.code()).isEqualTo(ErrorCode.EXTERNAL_UNREACHABLE);
        assertThat(unreachable).hasMessageContaining("127.0.0.1:1,127.0.0.1:2");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        assertThat(codedBy(() -> topic.source(ID, "properties.bootstrap.servers", "localhost")))
                .hasMessageContaining("host:port");
        assertThat(codedBy(() -> topic.source(ID, "properties.security.protocol", "NOSUCH")))
                .hasMessageContaining("NOSUCH");
    }
}
