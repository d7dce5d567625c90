package io.tidemark.connectors.testing;

import io.tidemark.connectors.kafka.KafkaConnector;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourceSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A topic of its own on a broker, Kafka's own clients to it, and the connector {@code kafka} over it. */
public final class KafkaTopic {

    /** Its name. */
    public final String name = "t" + UUID.randomUUID().toString().replace("-", "");

    private final KafkaBroker broker;
    private final int partitions;

    /** Creates the topic. */
    public KafkaTopic(KafkaBroker broker, int partitions) throws Exception {
        this(broker, partitions, Map.of());
    }

    /** Creates the topic with settings of its own. */
    public KafkaTopic(KafkaBroker broker, int partitions, Map<String, String> settings) throws Exception {
        this.broker = broker;
        this.partitions = partitions;
        broker.createTopic(name, partitions, settings);
    }

    /** The broker. */
    public KafkaBroker broker() {
        return broker;
    }

    /** A producer of text, which is in no transaction. */
    public KafkaProducer<String, String> producer() {
        return new KafkaProducer<>(producerSettings(), new StringSerializer(), new StringSerializer());
    }

    /** A producer of text in transactions, which have been made ready. */
    public KafkaProducer<String, String> transactionalProducer(String id) {
        Map<String, Object> settings = producerSettings();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
        KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
        producer.initTransactions();
        return producer;
    }

    private Map<String, Object> producerSettings() {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.servers());
        return settings;
    }

    /** Writes values to a partition. */
    public void write(int partition, @Nullable String... values) {
        try (KafkaProducer<String, String> producer = producer()) {
            for (String value : values) {
                send(producer, partition, value);
            }
        }
    }

    /** Writes a value to a partition through a producer of the test's own. */
    public void send(KafkaProducer<String, String> producer, int partition, @Nullable String value) {
        send(producer, message(partition, value));
    }

    /** Writes a message through a producer of the test's own; what fails shows at its flush or commit. */
    public static void send(KafkaProducer<String, String> producer, ProducerRecord<String, String> message) {
        Future<RecordMetadata> unused = producer.send(message);
    }

    /** A message to a partition. */
    public ProducerRecord<String, String> message(int partition, @Nullable String value) {
        return new ProducerRecord<>(name, partition, null, value);
    }

    /** Waits until every commit and abort asked for has taken place: the client does not wait for its last step. */
    public void awaitTransactionsEnded() {
        ListTransactionsOptions ending = new ListTransactionsOptions()
                .filterStates(List.of(TransactionState.PREPARE_COMMIT, TransactionState.PREPARE_ABORT));
        try (Admin admin = broker.admin()) {
            Awaitility.await()
                    .until(() -> admin.listTransactions(ending).all().get().isEmpty());
        }
    }

    /** Everything that is committed, partition by partition. */
    public List<ConsumerRecord<String, String>> committed() {
        awaitTransactionsEnded();
        Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.servers(),
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        List<ConsumerRecord<String, String>> found = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            for (int partition = 0; partition < partitions; partition++) {
                TopicPartition assigned = new TopicPartition(name, partition);
                consumer.assign(List.of(assigned));
                consumer.seekToBeginning(List.of(assigned));
                long end = consumer.endOffsets(List.of(assigned)).get(assigned);
                while (consumer.position(assigned) < end) {
                    consumer.poll(Duration.ofMillis(100)).forEach(found::add);
                }
            }
        }
        return found;
    }

    /** The connector's options: those given, and those that every relation over the topic has. */
    public Map<String, String> options(String... given) {
        Map<String, String> options = new HashMap<>();
        options.put("topic", name);
        options.put("properties.bootstrap.servers", broker.servers());
        options.put("format", "json");
        for (int i = 0; i < given.length; i += 2) {
            options.put(given[i], given[i + 1]);
        }
        return options;
    }

    /** Opens a source. */
    public Source source(Schema schema, String... options) {
        return source(schema, Map.of(), options);
    }

    /** Opens a source with metadata columns. */
    public Source source(Schema schema, Map<Integer, String> metadata, String... options) {
        KafkaConnector connector = new KafkaConnector();
        SourceSpec spec = new SourceSpec(
                "public.s",
                schema,
                metadata,
                Options.validate("connector \"kafka\"", connector.sourceOptions(), options(options)),
                ZoneOffset.UTC);
        connector.validateSource(spec);
        return connector.openSource(spec);
    }

    /** Opens a sink with the primary key given by its columns. */
    public EpochSink sink(String id, Schema schema, OutputMode mode, List<Integer> key, String... options) {
        return sink(id, schema, mode, key, Map.of(), options);
    }

    /** Opens a sink with metadata columns. */
    public EpochSink sink(
            String id,
            Schema schema,
            OutputMode mode,
            List<Integer> key,
            Map<Integer, String> metadata,
            String... options) {
        KafkaConnector connector = new KafkaConnector();
        SinkSpec spec = new SinkSpec(
                id,
                "public.t",
                schema,
                key,
                mode,
                Options.validate("connector \"kafka\"", connector.sinkOptions(), options(options)),
                ZoneOffset.UTC,
                metadata);
        connector.validateSink(spec);
        return connector.openSink(spec);
    }

    /** All of a schema's columns. */
    public static List<Integer> allOf(Schema schema) {
        return IntStream.range(0, schema.size()).boxed().toList();
    }

    /** Text as bytes. */
    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
