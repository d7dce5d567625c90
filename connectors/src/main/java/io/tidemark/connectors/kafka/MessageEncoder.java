package io.tidemark.connectors.kafka;

import io.tidemark.connectors.json.JsonOptions;
import io.tidemark.connectors.json.JsonRowEncoder;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.ValueText;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Turns rows into messages. Single-threaded. */
final class MessageEncoder {

    private final String topic;
    private final KeyLayout key;
    private final List<Integer> valueColumns;
    private final int timestampColumn;
    private final JsonPart keys;
    private final JsonPart values;
    private Batch batch = Batch.of(0, List.of());
    private List<Column> keyed = List.of();
    private List<Column> valued = List.of();

    /** Rows as JSON, one at a time. */
    private static final class JsonPart {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final JsonRowEncoder encoder;

        JsonPart(Schema schema, ValueText text) {
            try {
                this.encoder = JsonRowEncoder.undivided(bytes, schema, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        byte[] encode(List<Column> columns, int row) {
            try {
                encoder.write(columns, row);
                encoder.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            byte[] encoded = bytes.toByteArray();
            bytes.reset();
            return encoded;
        }
    }

    private MessageEncoder(String topic, SinkSpec spec, KeyLayout key, int timestampColumn) {
        Set<Integer> metadata = spec.metadataKeys().keySet();
        ValueText text = JsonOptions.valueText(spec.options());
        this.topic = topic;
        this.key = key;
        this.valueColumns = key.valueColumns(spec.schema(), metadata);
        this.timestampColumn = timestampColumn;
        this.keys = new JsonPart(spec.schema().project(key.columns()), text);
        this.values = new JsonPart(spec.schema().project(valueColumns), text);
    }

    /**
     * Makes an encoder.
     *
     * @throws CodedException if an option or a column does not allow it
     */
    static MessageEncoder of(SinkSpec spec) {
        KeyLayout key = KeyLayout.of(spec.relation(), spec.schema(), spec.keyColumns(), spec.options());
        int timestamp = -1;
        for (Map.Entry<Integer, String> column : spec.metadataKeys().entrySet()) {
            KafkaMetadata metadata =
                    KafkaMetadata.of(column.getValue(), spec.schema().field(column.getKey()));
            if (metadata != KafkaMetadata.TIMESTAMP || timestamp >= 0) {
                throw CodedException.validation("metadata column \""
                                + spec.schema().field(column.getKey()).name() + "\" from '" + column.getValue()
                                + "' cannot be written")
                        .hint("declare it VIRTUAL, so that it is only read");
            }
            timestamp = column.getKey();
        }
        JsonOptions.validate(spec.schema());
        return new MessageEncoder(spec.options().text(KafkaOptions.TOPIC), spec, key, timestamp);
    }

    /** Says whose rows come next. */
    void take(Batch next) {
        batch = next;
        keyed = project(next, key.columns());
        valued = project(next, valueColumns);
    }

    private static List<Column> project(Batch batch, List<Integer> columns) {
        return columns.stream().map(batch::column).toList();
    }

    /**
     * The message of a row of the batch taken.
     *
     * @param delete whether the key is to be deleted: the message then has no value
     * @param partition the partition; null to leave it to the key or to chance
     */
    ProducerRecord<byte[], byte[]> encode(int row, boolean delete, @Nullable Integer partition) {
        byte[] value = delete ? null : values.encode(valued, row);
        return new ProducerRecord<>(topic, partition, timestamp(row), keyBytes(row), value);
    }

    private byte @Nullable [] keyBytes(int row) {
        if (keyed.isEmpty()) {
            return null;
        }
        if (!key.raw()) {
            return keys.encode(keyed, row);
        }
        BytesColumn column = (BytesColumn) keyed.get(0);
        return column.isNull(row) ? null : column.bytes(row);
    }

    private @Nullable Long timestamp(int row) {
        if (timestampColumn < 0 || batch.column(timestampColumn).isNull(row)) {
            return null;
        }
        long micros = ((LongColumn) batch.column(timestampColumn)).values[row];
        if (micros < 0) {
            throw CodedException.of(
                            ErrorCode.INVALID_PARAMETER,
                            "the timestamp of a message to topic \"" + topic + "\" is before 1970")
                    .hint("write NULL or a later time to the column with the metadata 'timestamp'");
        }
        return micros / KafkaMetadata.MICROS_PER_MILLI;
    }
}
