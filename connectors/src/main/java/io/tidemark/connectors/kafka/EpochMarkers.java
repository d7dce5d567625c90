package io.tidemark.connectors.kafka;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The last committed epoch of each sink, as messages of a compacted topic: the key is the sink's transactional id, the value the epoch in
 * digits. A sink's marker is part of the transaction that holds the epoch's rows.
 *
 * <p>A consumer group's offsets would be a place too, but Kafka drops them a week after the group's last sign of life, and a marker that is
 * gone looks like a sink that has written nothing. A compacted topic keeps the last message of each key for ever.
 *
 * <p><b>Cost</b>: a small message each epoch; opening reads what has not been compacted away, mostly less than {@link #SEGMENT_BYTES}.
 *
 * <p><b>Errors</b>: EXTERNAL_REJECTED if the topic is not a compacted one, or may not be created.
 */
final class EpochMarkers {

    private static final int SEGMENT_BYTES = 16 << 20;
    private static final long METADATA_AGE_MILLIS = Duration.ofMinutes(5).toMillis();
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

    private final KafkaCluster cluster;
    private final ClientSettings settings;
    private final String topic;

    EpochMarkers(KafkaCluster cluster, ClientSettings settings, String topic) {
        this.cluster = cluster;
        this.settings = settings;
        this.topic = topic;
    }

    /** The marker of an epoch. */
    static ProducerRecord<byte[], byte[]> marker(String topic, String transactionalId, long epoch) {
        return new ProducerRecord<>(
                topic,
                transactionalId.getBytes(StandardCharsets.UTF_8),
                Long.toString(epoch).getBytes(StandardCharsets.UTF_8));
    }

    /** Creates the topic where it does not exist. */
    void ensureTopic() {
        try {
            cluster.admin().describeTopics(List.of(topic)).allTopicNames().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw KafkaErrors.of("looking for topic \"" + topic + "\"", e);
            }
            createTopic();
        } catch (InterruptedException e) {
            throw KafkaCluster.interrupted(e);
        }
        checkPolicy();
    }

    private void createTopic() {
        NewTopic created = new NewTopic(topic, Optional.of(1), Optional.empty())
                .configs(Map.of(
                        TopicConfig.CLEANUP_POLICY_CONFIG,
                        TopicConfig.CLEANUP_POLICY_COMPACT,
                        TopicConfig.SEGMENT_BYTES_CONFIG,
                        Integer.toString(SEGMENT_BYTES)));
        try {
            cluster.admin().createTopics(List.of(created)).all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw CodedException.of(
                                ErrorCode.EXTERNAL_REJECTED,
                                "topic \"" + topic + "\", which remembers the epochs of sinks, cannot be created: "
                                        + KafkaErrors.root(e).getMessage())
                        .cause(e)
                        .hint("create it with cleanup.policy=compact, or name another in the option \""
                                + KafkaOptions.EPOCH_TOPIC + "\"");
            }
        } catch (InterruptedException e) {
            throw KafkaCluster.interrupted(e);
        }
    }

    private void checkPolicy() {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Config config = cluster.await(
                "reading the settings of topic \"" + topic + "\"",
                cluster.admin().describeConfigs(List.of(resource)).values().get(resource));
        String policy =
                String.valueOf(config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value());
        if (!policy.equals(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            throw CodedException.of(
                            ErrorCode.EXTERNAL_REJECTED,
                            "topic \"" + topic + "\" has cleanup.policy=" + policy
                                    + ", but remembers the epochs of sinks")
                    .hint("set its cleanup.policy to compact, or name another in the option \""
                            + KafkaOptions.EPOCH_TOPIC + "\"");
        }
    }

    /**
     * The last committed epoch; 0 if none. The id's producer must have been fenced before, so that no transaction of its own is open.
     *
     * <p>Transactions of other sinks may be open, and committed markers after theirs are not to be seen yet. That only matters if one of this
     * sink's is among them; then the others' end is awaited.
     *
     * @throws UncheckedIOException if another sink's transaction stays open for too long
     */
    long lastCommitted(String transactionalId) {
        List<TopicPartition> partitions = partitions();
        Map<TopicPartition, Long> ends = ends(partitions, IsolationLevel.READ_UNCOMMITTED);
        Map<TopicPartition, Long> stable = ends(partitions, IsolationLevel.READ_COMMITTED);
        boolean hidden = isBefore(stable, ends)
                && last(IsolationLevel.READ_UNCOMMITTED, transactionalId, stable, ends)
                        .isPresent();
        return last(IsolationLevel.READ_COMMITTED, transactionalId, Map.of(), hidden ? ends : stable)
                .orElse(0);
    }

    private static boolean isBefore(Map<TopicPartition, Long> offsets, Map<TopicPartition, Long> others) {
        return offsets.entrySet().stream().anyMatch(entry -> entry.getValue() < others.get(entry.getKey()));
    }

    private List<TopicPartition> partitions() {
        TopicDescription description = cluster.topic(topic);
        return description.partitions().stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
    }

    private Map<TopicPartition, Long> ends(List<TopicPartition> partitions, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> latest =
                partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        cluster.await(
                        "finding the end of topic \"" + topic + "\"",
                        cluster.admin()
                                .listOffsets(latest, new ListOffsetsOptions(isolation))
                                .all())
                .forEach((partition, info) -> ends.put(partition, info.offset()));
        return ends;
    }

    /** The epoch in the last marker of a sink between offsets; without a beginning, from the first one on. */
    private OptionalLong last(
            IsolationLevel isolation,
            String transactionalId,
            Map<TopicPartition, Long> from,
            Map<TopicPartition, Long> to) {
        Map<String, Object> config = settings.consumer(METADATA_AGE_MILLIS);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation.toString());
        byte[] key = transactionalId.getBytes(StandardCharsets.UTF_8);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(to.keySet());
            to.keySet().stream()
                    .filter(partition -> !from.containsKey(partition))
                    .forEach(partition -> consumer.seekToBeginning(List.of(partition)));
            from.forEach(consumer::seek);
            return scan(consumer, key, to);
        } catch (KafkaException e) {
            throw KafkaErrors.of("reading topic \"" + topic + "\"", e);
        }
    }

    private OptionalLong scan(KafkaConsumer<byte[], byte[]> consumer, byte[] key, Map<TopicPartition, Long> to) {
        OptionalLong found = OptionalLong.empty();
        long begun = System.nanoTime();
        while (to.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            for (ConsumerRecord<byte[], byte[]> message : consumer.poll(POLL)) {
                if (Arrays.equals(message.key(), key)) {
                    found = OptionalLong.of(epoch(message));
                }
            }
            if (System.nanoTime() - begun > PATIENCE_NANOS) {
                String text = "topic \"" + topic + "\" is held up by an open transaction of another sink";
                throw new UncheckedIOException(text, new IOException(text));
            }
        }
        return found;
    }

    private long epoch(ConsumerRecord<byte[], byte[]> message) {
        String text = message.value() == null ? "" : new String(message.value(), StandardCharsets.UTF_8);
        if (!text.matches("\\d{1,18}")) {
            throw CodedException.of(
                    ErrorCode.CORRUPTED,
                    "topic \"" + topic + "\" does not hold the number of an epoch at offset " + message.offset());
        }
        return Long.parseLong(text);
    }
}
