package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.connectors.testing.KafkaBroker;
import io.tidemark.connectors.testing.KafkaTopic;
import io.tidemark.connectors.testing.SharedBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** From a topic into a windowed count and on into another topic, with the server killed on the way. */
@ExtendWith(SharedBroker.class)
class KafkaEndToEndTest {

    private static final int EVENTS = 100_000;
    private static final int PARTITIONS = 3;
    private static final int KEYS = 10;
    private static final Pattern COUNT = Pattern.compile("\"n\":(\\d+)");

    @TempDir
    Path directory;

    private static void produce(KafkaBroker broker, int from, int to) throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.servers()), new StringSerializer(), new StringSerializer())) {
            for (int i = from; i < to; i++) {
                int second = i / 100;
                String event = "{\"id\":" + i + ",\"k\":\"k" + i % KEYS + "\",\"ts\":\"2024-01-01 "
                        + String.format("%02d:%02d:%02d", second / 3600, second / 60 % 60, second % 60) + "\"}";
                sent.add(producer.send(new ProducerRecord<>("events", i % PARTITIONS, null, event)));
            }
            for (Future<RecordMetadata> acknowledged : sent) {
                acknowledged.get();
            }
        }
    }

    private static void create(ServerProcess server, String servers) throws SQLException {
        String kafka = "'connector' = 'kafka', 'properties.bootstrap.servers' = '" + servers + "', 'format' = 'json'";
        server.execute("CREATE STREAM events (id BIGINT, k STRING, ts TIMESTAMP(3),"
                + " part INT METADATA FROM 'partition' VIRTUAL,"
                + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH (" + kafka + ", 'topic' = 'events')");
        server.execute("CREATE STREAM counts (window_start TIMESTAMP(3), k STRING, n BIGINT)" + " WITH (" + kafka
                + ", 'topic' = 'counts')");
        server.execute(
                "CREATE MATERIALIZED VIEW per_partition AS SELECT part, COUNT(*) AS n FROM events GROUP BY part");
        server.execute("CREATE QUERY counting AS INSERT INTO counts SELECT window_start, k, COUNT(*)"
                + " FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '1' MINUTE))"
                + " GROUP BY window_start, window_end, k EMIT APPEND");
    }

    private static List<String> committed(KafkaBroker broker) {
        TopicPartition partition = new TopicPartition("counts", 0);
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.servers(), "isolation.level", "read_committed"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<String, String> message : consumer.poll(Duration.ofMillis(200))) {
                    values.add(message.value());
                }
            }
        }
        return values;
    }

    @Test
    void everyEventIsCountedOnceAlthoughTheServerIsKilled() throws Exception {
        try (KafkaBroker broker = KafkaBroker.start(Files.createDirectory(directory.resolve("kafka")))) {
            broker.createTopic("events", PARTITIONS, Map.of());
            broker.createTopic("counts", 1, Map.of());
            Path data = directory.resolve("data");
            ServerProcess server = ServerProcess.start(data, "-D", "checkpoint.interval=300ms");
            try {
                create(server, broker.servers());
                for (int chunk = 0; chunk < 4; chunk++) {
                    produce(broker, chunk * EVENTS / 4, (chunk + 1) * EVENTS / 4);
                    server.kill();
                    server = ServerProcess.start(data, "-D", "checkpoint.interval=300ms");
                }
                server.execute("FLUSH");
                assertThat(server.rows("SELECT SUM(n), COUNT(*) FROM per_partition"))
                        .containsExactly(EVENTS + "|" + PARTITIONS);
                server.execute("ADVANCE WATERMARK FOR events TO TIMESTAMP '2024-01-02 00:00:00'");
                server.execute("FLUSH");
                assertThat(server.rows("SELECT rows_read, rows_accepted FROM sys.sources WHERE query = 'counting'"))
                        .containsExactly(EVENTS + "|" + EVENTS);
                assertThat(server.terminate()).isZero();
            } finally {
                server.close();
            }
            List<String> counts = committed(broker);
            long sum = 0;
            Set<String> groups = new HashSet<>();
            for (String value : counts) {
                Matcher matcher = COUNT.matcher(value);
                assertThat(matcher.find()).isTrue();
                sum += Long.parseLong(matcher.group(1));
                groups.add(matcher.replaceAll(""));
            }
            assertThat(sum).isEqualTo(EVENTS);
            assertThat(groups).hasSize(counts.size()).hasSize((EVENTS / 100 + 59) / 60 * KEYS);
        }
    }

    @Test
    void aSelectReadsTheWholeTopicAlthoughQueriesBeginAtItsEnd(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, 2);
        topic.write(0, "{\"id\": 1}", "{\"id\": 2}");
        topic.write(1, "{\"id\": 3}");
        try (ServerFixture server = new ServerFixture(directory.resolve("data"))) {
            server.execute("CREATE STREAM numbers (id BIGINT) WITH ('connector' = 'kafka', 'topic' = '" + topic.name
                    + "', 'properties.bootstrap.servers' = '" + broker.servers()
                    + "', 'format' = 'json', 'scan.startup.mode' = 'latest-offset')");
            server.execute("CREATE MATERIALIZED VIEW later AS SELECT COUNT(*) AS n, SUM(id) AS total FROM numbers");
            server.execute("FLUSH");
            topic.write(1, "{\"id\": 4}");
            server.execute("FLUSH");
            assertThat(server.rows("SELECT COUNT(*), SUM(id) FROM numbers")).containsExactly("4|10");
            assertThat(server.rows("SELECT n, total FROM later")).containsExactly("1|4");
        }
    }
}
