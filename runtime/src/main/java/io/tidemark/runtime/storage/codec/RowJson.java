package io.tidemark.runtime.storage.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.runtime.batch.ArrayElements;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;

/**
 * A row as a JSON object, for people: the payload of late and bad rows, and the rows that messages name.
 *
 * <p>Dates and times are ISO text in UTC, intervals their number of months or micros, decimals plain numbers, binary values Base64. A time
 * that has no ISO form is its number.
 */
public final class RowJson {

    private static final JsonFactory FACTORY = new JsonFactory();

    private RowJson() {}

    /** The values of the row at a position, under the names of the schema. */
    public static String of(Schema schema, Batch batch, int position) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            for (int i = 0; i < schema.size(); i++) {
                json.writeFieldName(schema.field(i).name());
                write(batch.column(i), position, json);
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Writes the value at a position, NULL as null. */
    public static void write(Column column, int position, JsonGenerator json) throws IOException {
        if (column.isNull(position)) {
            json.writeNull();
        } else if (column instanceof LongColumn longs) {
            write(longs.type(), longs.values[position], json);
        } else if (column instanceof DoubleColumn doubles) {
            json.writeNumber(doubles.values[position]);
        } else if (column instanceof Int128Column wide) {
            json.writeNumber(wide.decimal(position).toPlainString());
        } else if (column instanceof BytesColumn bytes) {
            switch (bytes.type().kind()) {
                case VARCHAR -> json.writeString(bytes.string(position));
                case ARRAY -> writeArray(ArrayElements.of(bytes, position), json);
                default -> json.writeBinary(bytes.bytes(position));
            }
        }
    }

    private static void writeArray(ArrayElements elements, JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (int i = 0; i < elements.count(); i++) {
            write(elements.column(), i, json);
        }
        json.writeEndArray();
    }

    private static void write(DataType type, long value, JsonGenerator json) throws IOException {
        switch (type.kind()) {
            case BOOLEAN -> json.writeBoolean(value != 0);
            case DECIMAL ->
                json.writeNumber(BigDecimal.valueOf(value, type.scale()).toPlainString());
            case DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> writeTime(type, value, json);
            default -> json.writeNumber(value);
        }
    }

    private static void writeTime(DataType type, long value, JsonGenerator json) throws IOException {
        try {
            json.writeString(timeText(type, value));
        } catch (DateTimeException | ArithmeticException e) {
            json.writeNumber(value);
        }
    }

    private static String timeText(DataType type, long value) {
        return switch (type.kind()) {
            case DATE -> LocalDate.ofEpochDay(value).toString();
            case TIME -> LocalTime.ofNanoOfDay(Math.multiplyExact(value, 1000)).toString();
            case TIMESTAMP -> {
                String instant = instant(value).toString();
                yield instant.substring(0, instant.length() - 1);
            }
            default -> instant(value).toString();
        };
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
