package io.tidemark.connectors.kafka;

import io.tidemark.connectors.json.JsonRowDecoder;
import io.tidemark.connectors.value.RowErrors;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.connector.BadRowHandler;
import io.tidemark.sql.error.CodedException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Turns messages into rows. Single-threaded.
 *
 * <p>A message without a value is a tombstone: it is no row, and counted as filtered. One whose value or key can't be read is a bad row.
 *
 * <p><b>Cost</b>: the values of a batch are copied one after the other into one array, so that one JSON parser goes through them all; the
 * array is also what tells a row's payload later.
 */
final class MessageDecoder implements AutoCloseable {

    private final String topic;
    private final MessageColumns columns;
    private final BadRowHandler badRows;
    private final BatchBuilder builder;
    private final JsonRowDecoder values;
    private final JsonRowDecoder keys;
    private final List<Map.Entry<Integer, KafkaMetadata>> metadata;
    private long tombstones;

    MessageDecoder(String topic, MessageColumns columns, BadRowHandler badRows) {
        this.topic = topic;
        this.columns = columns;
        this.badRows = badRows;
        this.builder = new BatchBuilder(columns.schema());
        this.values = new JsonRowDecoder(columns.schema(), columns.value(), columns.zone());
        this.keys = new JsonRowDecoder(columns.schema(), columns.key(), columns.zone());
        this.metadata = List.copyOf(columns.metadata().entrySet());
    }

    /** Tombstones passed over so far. */
    long tombstones() {
        return tombstones;
    }

    /**
     * Decodes messages of one partition.
     *
     * @param messages in the order of their offsets, at most {@link Batch#MAX_ROWS}
     * @return null if none is a good row
     */
    @Nullable
    Batch decode(int partition, List<ConsumerRecord<ByteBuffer, ByteBuffer>> messages) {
        byte[] text = new byte[totalBytes(messages)];
        MessageOrigin origin = new MessageOrigin(partition, text, messages.size());
        int at = 0;
        for (ConsumerRecord<ByteBuffer, ByteBuffer> message : messages) {
            ByteBuffer value = message.value();
            if (value == null) {
                tombstones++;
            } else {
                int start = at;
                value.get(value.position(), text, start, value.remaining());
                at += value.remaining();
                text[at++] = '\n';
            }
        }
        decodeAll(messages, text, origin);
        return builder.rowCount() == 0 ? null : builder.build().withTags(new RowTags(null, origin, null));
    }

    private static int totalBytes(List<ConsumerRecord<ByteBuffer, ByteBuffer>> messages) {
        int total = 0;
        for (ConsumerRecord<ByteBuffer, ByteBuffer> message : messages) {
            total += message.value() == null ? 0 : message.value().remaining() + 1;
        }
        return total;
    }

    private void decodeAll(List<ConsumerRecord<ByteBuffer, ByteBuffer>> messages, byte[] text, MessageOrigin origin) {
        int start = 0;
        for (ConsumerRecord<ByteBuffer, ByteBuffer> message : messages) {
            if (message.value() != null) {
                int end = start + message.value().remaining();
                decode(message, text, start, origin);
                start = end + 1;
            }
        }
    }

    private void decode(ConsumerRecord<ByteBuffer, ByteBuffer> message, byte[] text, int start, MessageOrigin origin) {
        int end = start + message.value().remaining();
        try {
            if (!columns.key().isEmpty()) {
                decodeKey(message.key());
            }
            if (!values.decode(text, start, end, text.length, builder)) {
                throw RowErrors.malformed("the value is blank");
            }
            for (Map.Entry<Integer, KafkaMetadata> column : metadata) {
                int index = column.getKey();
                column.getValue().set(message, columns.schema().field(index), builder.column(index));
            }
            origin.add(message.offset(), start, end);
            builder.endRow();
        } catch (CodedException e) {
            builder.discardRow();
            String place = "topic \"" + topic + "\", partition " + message.partition() + ", offset " + message.offset();
            badRows.badRow(
                    message.partition(),
                    message.offset(),
                    MessageOrigin.text(text, start, end),
                    RowErrors.at(place, e));
        }
    }

    private void decodeKey(@Nullable ByteBuffer key) {
        if (columns.rawKey()) {
            int index = columns.key().get(0);
            if (key != null) {
                KafkaMetadata.setBytes(key, columns.schema().field(index), builder.column(index));
            } else if (!columns.schema().type(index).nullable()) {
                throw RowErrors.nullNotAllowed(columns.schema().field(index));
            }
            return;
        }
        byte[] bytes = new byte[key == null ? 0 : key.remaining()];
        if (key != null) {
            key.get(key.position(), bytes);
        }
        try {
            if (!keys.decode(bytes, 0, bytes.length, bytes.length, builder)) {
                throw RowErrors.malformed("there is none");
            }
        } catch (CodedException e) {
            throw RowErrors.at("key", e);
        }
    }

    @Override
    public void close() {
        values.close();
        keys.close();
    }
}
