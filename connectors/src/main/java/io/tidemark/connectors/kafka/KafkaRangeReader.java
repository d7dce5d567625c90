package io.tidemark.connectors.kafka;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.RangeReader;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Reads a range partition by partition, in the order of their numbers, each exactly up to its end. */
final class KafkaRangeReader implements RangeReader {

    private static final int BATCH_BYTES = 4 << 20;

    private final PartitionFetcher fetcher;
    private final MessageDecoder decoder;
    private final Iterator<Integer> partitions;
    private final MessageSizes sizes;
    private int current = -1;

    /**
     * Makes a reader.
     *
     * @param partitions those with something to read
     * @param sizes told of what is read
     */
    KafkaRangeReader(PartitionFetcher fetcher, MessageDecoder decoder, List<Integer> partitions, MessageSizes sizes) {
        this.fetcher = fetcher;
        this.decoder = decoder;
        this.partitions = partitions.iterator();
        this.sizes = sizes;
    }

    @Override
    public @Nullable Batch next() {
        while (true) {
            if (current < 0) {
                if (!partitions.hasNext()) {
                    return null;
                }
                current = partitions.next();
            }
            List<ConsumerRecord<ByteBuffer, ByteBuffer>> messages = fetcher.next(current, Batch.MAX_ROWS, BATCH_BYTES);
            if (messages.isEmpty()) {
                current = -1;
            } else {
                sizes.add(messages);
                Batch batch = decoder.decode(current, messages);
                if (batch != null) {
                    return batch;
                }
            }
        }
    }

    @Override
    public long rowsFiltered() {
        return decoder.tombstones();
    }

    @Override
    public void close() {
        decoder.close();
    }
}
