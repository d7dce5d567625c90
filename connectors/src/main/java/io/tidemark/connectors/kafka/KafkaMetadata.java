package io.tidemark.connectors.kafka;

import io.tidemark.connectors.value.RowErrors;
import io.tidemark.connectors.value.TextValueReader;
import io.tidemark.connectors.value.Utf8;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.sql.error.CodedException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a message has besides its value. */
enum KafkaMetadata {
    TOPIC,
    PARTITION,
    OFFSET,
    /** In milliseconds at the source; NULL in a message without one. */
    TIMESTAMP,
    /** The bytes as they are, or as text where the column is declared so. */
    KEY,
    /** A JSON object. */
    HEADERS;

    static final long MICROS_PER_MILLI = 1000;

    /** The name in {@code METADATA FROM}. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type as documented. */
    DataType type() {
        return switch (this) {
            case TOPIC, HEADERS -> DataType.of(TypeKind.VARCHAR);
            case PARTITION -> DataType.of(TypeKind.INT);
            case OFFSET -> DataType.of(TypeKind.BIGINT);
            case TIMESTAMP -> new DataType(TypeKind.TIMESTAMP_LTZ, 3, 0, true);
            case KEY -> DataType.of(TypeKind.VARBINARY);
        };
    }

    private boolean fits(TypeKind declared) {
        return declared == type().kind()
                || switch (this) {
                    case PARTITION -> declared == TypeKind.BIGINT;
                    case TIMESTAMP -> declared == TypeKind.TIMESTAMP;
                    case KEY -> declared == TypeKind.VARCHAR;
                    case TOPIC, OFFSET, HEADERS -> false;
                };
    }

    /**
     * What a column is declared to hold.
     *
     * @throws CodedException UNKNOWN_OBJECT, TYPE_MISMATCH
     */
    static KafkaMetadata of(String key, Field field) {
        List<String> known = Arrays.stream(values()).map(KafkaMetadata::key).toList();
        KafkaMetadata found = Arrays.stream(values())
                .filter(metadata -> metadata.key().equals(key))
                .findFirst()
                .orElseThrow(() -> CodedException.unknownObject("metadata column", key, known));
        if (!found.fits(field.type().kind())) {
            throw CodedException.typeMismatch(
                    "metadata column \"" + field.name() + "\" from '" + key + "'",
                    field.type().toString(),
                    found.type().toString());
        }
        return found;
    }

    /** Sets a column of the current row; it stays NULL where the message has nothing. */
    void set(ConsumerRecord<ByteBuffer, ByteBuffer> message, Field field, ColumnBuilder column) {
        switch (this) {
            case TOPIC -> column.setString(message.topic());
            case PARTITION -> column.setLong(message.partition());
            case OFFSET -> column.setLong(message.offset());
            case TIMESTAMP -> {
                if (message.timestamp() != ConsumerRecord.NO_TIMESTAMP) {
                    column.setLong(message.timestamp() * MICROS_PER_MILLI);
                }
            }
            case KEY -> {
                if (message.key() != null) {
                    setBytes(message.key(), field, column);
                }
            }
            case HEADERS -> column.setString(HeaderText.of(message.headers()));
        }
    }

    /** Sets a VARCHAR or VARBINARY to bytes as they are. */
    static void setBytes(ByteBuffer buffer, Field field, ColumnBuilder column) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        boolean text = field.type().kind() == TypeKind.VARCHAR;
        if (text && !Utf8.isValid(bytes, 0, bytes.length)) {
            throw RowErrors.malformed("the key, wanted as text in column \"" + field.name() + "\", is not valid UTF-8");
        }
        int length = text ? characters(new String(bytes, StandardCharsets.UTF_8)) : bytes.length;
        TextValueReader.checkLength(field, bytes.length, length);
        column.setBytes(bytes, 0, bytes.length);
    }

    private static int characters(String text) {
        return text.codePointCount(0, text.length());
    }
}
