package io.tidemark.connectors.kafka;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** How large messages have been of late, by which a limit in bytes is turned into one in messages. */
final class MessageSizes {

    private static final double FIRST_GUESS_BYTES = 200;
    private static final double WEIGHT_OF_NEW = 0.1;

    private double averageBytes = FIRST_GUESS_BYTES;

    /** Takes messages into account. */
    void add(List<ConsumerRecord<ByteBuffer, ByteBuffer>> messages) {
        long bytes = 0;
        for (ConsumerRecord<ByteBuffer, ByteBuffer> message : messages) {
            bytes += Math.max(message.serializedKeySize(), 0) + Math.max(message.serializedValueSize(), 0);
        }
        double average = (double) bytes / messages.size();
        averageBytes += (average - averageBytes) * WEIGHT_OF_NEW;
    }

    /** How many messages so many bytes hold, at least one. */
    long messagesIn(long bytes) {
        return bytes == Long.MAX_VALUE ? bytes : Math.max(1, (long) (bytes / Math.max(averageBytes, 1)));
    }
}
