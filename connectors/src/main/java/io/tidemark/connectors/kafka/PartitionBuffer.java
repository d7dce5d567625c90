package io.tidemark.connectors.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Messages of one partition that have been fetched and not yet handed out. Everything that is to be read between {@link #next} and {@link
 * #fetchedTo} is here.
 */
final class PartitionBuffer {

    private static final int OVERHEAD_BYTES = 100;

    private final TopicPartition partition;
    private final Deque<ConsumerRecord<ByteBuffer, ByteBuffer>> messages = new ArrayDeque<>();
    private long next;
    private long fetchedTo;
    private long bytes;
    private boolean paused;

    /** A buffer standing at offset 0, whose partition is not being fetched. */
    PartitionBuffer(TopicPartition partition) {
        this.partition = partition;
        this.paused = true;
    }

    TopicPartition partition() {
        return partition;
    }

    long next() {
        return next;
    }

    long fetchedTo() {
        return fetchedTo;
    }

    /** What the messages take, about. */
    long bytes() {
        return bytes;
    }

    boolean isPaused() {
        return paused;
    }

    void setPaused(boolean newPaused) {
        paused = newPaused;
    }

    /**
     * Goes to an offset.
     *
     * @return whether what has been fetched is of no use, so that the fetching has to go there too
     */
    boolean moveTo(long offset) {
        if (offset < next || offset > fetchedTo) {
            messages.clear();
            bytes = 0;
            next = offset;
            fetchedTo = offset;
            return true;
        }
        while (!messages.isEmpty() && messages.peekFirst().offset() < offset) {
            removeFirst();
        }
        next = offset;
        return false;
    }

    /** Adds what has been fetched, up to where the fetching stands now. */
    void add(List<ConsumerRecord<ByteBuffer, ByteBuffer>> fetched, long newFetchedTo) {
        for (ConsumerRecord<ByteBuffer, ByteBuffer> message : fetched) {
            messages.addLast(message);
            bytes += size(message);
        }
        fetchedTo = newFetchedTo;
    }

    /** Takes messages before an offset, at least one if there is one; none if none is here. */
    List<ConsumerRecord<ByteBuffer, ByteBuffer>> take(long to, int maxCount, long maxBytes) {
        List<ConsumerRecord<ByteBuffer, ByteBuffer>> taken = new ArrayList<>();
        long takenBytes = 0;
        while (!messages.isEmpty() && taken.size() < maxCount && takenBytes < maxBytes) {
            ConsumerRecord<ByteBuffer, ByteBuffer> first = messages.peekFirst();
            if (first.offset() >= to) {
                break;
            }
            takenBytes += size(first);
            next = first.offset() + 1;
            taken.add(removeFirst());
        }
        return taken;
    }

    private ConsumerRecord<ByteBuffer, ByteBuffer> removeFirst() {
        ConsumerRecord<ByteBuffer, ByteBuffer> first = messages.removeFirst();
        bytes -= size(first);
        return first;
    }

    private static long size(ConsumerRecord<ByteBuffer, ByteBuffer> message) {
        return (long) Math.max(message.serializedKeySize(), 0)
                + Math.max(message.serializedValueSize(), 0)
                + OVERHEAD_BYTES;
    }
}
