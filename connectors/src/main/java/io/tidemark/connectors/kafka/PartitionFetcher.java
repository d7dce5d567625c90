package io.tidemark.connectors.kafka;

import io.tidemark.connectors.kafka.KafkaPosition.Span;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Fetches from one topic's partitions, all of which are assigned to one consumer. Single-threaded.
 *
 * <p>While the messages of one partition are handed out, those of the others that are wanted are fetched ahead into buffers, and those that
 * come after what is wanted are kept for the next time.
 *
 * <p><b>Cost</b>: one consumer; a partition's buffer holds at most about {@link #AHEAD_BYTES} beyond one fetch, all of
 * them together about {@link #AHEAD_TOTAL_BYTES}. Nothing is fetched between calls.
 */
final class PartitionFetcher implements AutoCloseable {

    private static final long AHEAD_BYTES = 4L << 20;
    private static final long AHEAD_TOTAL_BYTES = 32L << 20;
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long STALL_NANOS = Duration.ofSeconds(15).toNanos();

    private final String topic;
    private final KafkaConsumer<ByteBuffer, ByteBuffer> consumer;
    private final SortedMap<Integer, PartitionBuffer> buffers = new TreeMap<>();
    private SortedMap<Integer, Span> wanted = new TreeMap<>();

    PartitionFetcher(ClientSettings settings, String topic, Duration discovery) {
        this.topic = topic;
        this.consumer = new KafkaConsumer<>(
                settings.consumer(discovery.toMillis()), new ByteBufferDeserializer(), new ByteBufferDeserializer());
    }

    private <T> T call(String doing, Supplier<T> call) {
        try {
            return call.get();
        } catch (KafkaException e) {
            throw KafkaErrors.of(doing + " of topic \"" + topic + "\"", e);
        }
    }

    /** The topic's partitions as far as they are known; those added since are found within the discovery interval. */
    Collection<Integer> partitions() {
        List<PartitionInfo> known = call("looking for the partitions", () -> consumer.partitionsFor(topic));
        if (known.stream().anyMatch(info -> !buffers.containsKey(info.partition()))) {
            assign(known);
        }
        return List.copyOf(buffers.keySet());
    }

    private void assign(List<PartitionInfo> known) {
        Map<Integer, PartitionBuffer> added = new TreeMap<>();
        for (PartitionInfo info : known) {
            if (!buffers.containsKey(info.partition())) {
                added.put(info.partition(), new PartitionBuffer(new TopicPartition(topic, info.partition())));
            }
        }
        buffers.putAll(added);
        consumer.assign(
                buffers.values().stream().map(PartitionBuffer::partition).toList());
        for (PartitionBuffer buffer : added.values()) {
            consumer.seek(buffer.partition(), 0);
            consumer.pause(List.of(buffer.partition()));
        }
    }

    private List<TopicPartition> named(Collection<Integer> numbers) {
        return numbers.stream().map(number -> new TopicPartition(topic, number)).toList();
    }

    private static Map<Integer, Long> byNumber(Map<TopicPartition, Long> offsets) {
        Map<Integer, Long> byNumber = new HashMap<>();
        offsets.forEach((partition, offset) -> byNumber.put(partition.partition(), offset));
        return byNumber;
    }

    /** The offset after the last one that is committed and not behind an open transaction. */
    Map<Integer, Long> stableEnds(Collection<Integer> partitions) {
        return call("finding the end", () -> byNumber(consumer.endOffsets(named(partitions))));
    }

    /** The first offset that is still there. */
    Map<Integer, Long> beginnings(Collection<Integer> partitions) {
        return call("finding the beginning", () -> byNumber(consumer.beginningOffsets(named(partitions))));
    }

    /** The first offset with a time or a later one; none for a partition without. */
    Map<Integer, Long> atTime(Collection<Integer> partitions, long millis) {
        Map<TopicPartition, Long> times = new HashMap<>();
        named(partitions).forEach(partition -> times.put(partition, millis));
        Map<Integer, Long> found = new HashMap<>();
        Map<TopicPartition, OffsetAndTimestamp> answer = call("finding a time", () -> consumer.offsetsForTimes(times));
        answer.forEach((partition, offset) -> {
            if (offset != null) {
                found.put(partition.partition(), offset.offset());
            }
        });
        return found;
    }

    /** Says what is to be fetched next: from and to of each span. */
    void begin(SortedMap<Integer, Span> spans) {
        partitions();
        wanted = spans;
        for (Map.Entry<Integer, Span> entry : spans.entrySet()) {
            PartitionBuffer buffer = buffers.get(entry.getKey());
            if (buffer == null) {
                throw lost("partition " + entry.getKey() + " of topic \"" + topic + "\" is gone");
            }
            if (buffer.moveTo(entry.getValue().from())) {
                consumer.seek(buffer.partition(), entry.getValue().from());
            }
        }
    }

    /**
     * The next messages of a partition, in order; empty at the end of what is wanted of it.
     *
     * @throws CodedException EXTERNAL_DATA_LOST
     * @throws UncheckedIOException if the broker does not give them within a while
     */
    List<ConsumerRecord<ByteBuffer, ByteBuffer>> next(int partition, int maxCount, long maxBytes) {
        PartitionBuffer buffer = buffers.get(partition);
        Span span = wanted.get(partition);
        if (buffer == null || span == null) {
            throw CodedException.internal("partition " + partition + " of topic \"" + topic + "\" was not begun");
        }
        long lastProgress = System.nanoTime();
        while (true) {
            List<ConsumerRecord<ByteBuffer, ByteBuffer>> taken = buffer.take(span.to(), maxCount, maxBytes);
            if (!taken.isEmpty()) {
                return taken;
            }
            if (buffer.fetchedTo() >= span.to()) {
                buffer.moveTo(span.to());
                return taken;
            }
            long before = buffer.fetchedTo();
            poll(partition);
            if (buffer.fetchedTo() > before) {
                lastProgress = System.nanoTime();
            } else if (System.nanoTime() - lastProgress > STALL_NANOS) {
                String message = "no messages of topic \"" + topic + "\", partition " + partition + " came from offset "
                        + before + " on within " + Duration.ofNanos(STALL_NANOS).toSeconds() + " s";
                throw new UncheckedIOException(message, new IOException(message));
            }
        }
    }

    private void poll(int current) {
        boolean ahead =
                buffers.values().stream().mapToLong(PartitionBuffer::bytes).sum() < AHEAD_TOTAL_BYTES;
        for (Map.Entry<Integer, PartitionBuffer> entry : buffers.entrySet()) {
            PartitionBuffer buffer = entry.getValue();
            boolean room = entry.getKey() == current || (ahead && buffer.bytes() < AHEAD_BYTES);
            steer(buffer, wanted.get(entry.getKey()), room);
        }
        ConsumerRecords<ByteBuffer, ByteBuffer> fetched;
        try {
            fetched = consumer.poll(POLL);
        } catch (OffsetOutOfRangeException e) {
            throw lost(e);
        } catch (KafkaException e) {
            throw KafkaErrors.of("reading topic \"" + topic + "\"", e);
        }
        for (PartitionBuffer buffer : buffers.values()) {
            if (!buffer.isPaused()) {
                buffer.add(
                        fetched.records(buffer.partition()),
                        call("reading", () -> consumer.position(buffer.partition())));
            }
        }
    }

    /** Fetches what is wanted and not yet here, if there is room for it. */
    private void steer(PartitionBuffer buffer, @Nullable Span span, boolean room) {
        boolean fetch = span != null && buffer.fetchedTo() < span.to() && room;
        if (fetch && buffer.isPaused()) {
            consumer.resume(List.of(buffer.partition()));
        } else if (!fetch && !buffer.isPaused()) {
            consumer.pause(List.of(buffer.partition()));
        }
        buffer.setPaused(!fetch);
    }

    private CodedException lost(OffsetOutOfRangeException error) {
        StringBuilder what = new StringBuilder();
        Map<TopicPartition, Long> asked = new TreeMap<>((a, b) -> Integer.compare(a.partition(), b.partition()));
        asked.putAll(error.offsetOutOfRangePartitions());
        asked.forEach((partition, offset) -> {
            List<Integer> number = List.of(partition.partition());
            what.append(what.isEmpty() ? "" : "; ")
                    .append("offset ")
                    .append(offset)
                    .append(" of topic \"")
                    .append(topic)
                    .append("\", partition ")
                    .append(partition.partition())
                    .append(" is gone: it holds ")
                    .append(beginnings(number).get(partition.partition()))
                    .append(" to ")
                    .append(stableEnds(number).get(partition.partition()));
        });
        return lost(what.toString());
    }

    /** Rows that were to be read are not there any more. */
    static CodedException lost(String message) {
        return CodedException.of(ErrorCode.EXTERNAL_DATA_LOST, message)
                .hint(
                        "create the query anew to begin with what is there, and let the topic keep its messages for longer");
    }

    @Override
    public void close() {
        try {
            consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
        } catch (KafkaException e) {
            throw KafkaErrors.of("closing the consumer of topic \"" + topic + "\"", e);
        }
    }
}
