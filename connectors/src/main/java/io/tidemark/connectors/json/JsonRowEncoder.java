package io.tidemark.connectors.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.tidemark.runtime.batch.ArrayElements;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.batch.ValueText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes rows as JSON objects, one after the other: numbers and booleans as such (NaN and the infinities as strings), NULL as {@code null},
 * an ARRAY as an array, everything else as the text that {@link ValueText} gives. Single-threaded.
 */
public final class JsonRowEncoder {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private final List<SerializedString> names;
    private final ValueText text;
    private final JsonGenerator generator;

    private JsonRowEncoder(Schema schema, ValueText text, JsonGenerator generator, String separator) {
        this.names = schema.fields().stream()
                .map(field -> new SerializedString(field.name()))
                .toList();
        this.text = text;
        this.generator = generator;
        generator.setPrettyPrinter(new MinimalPrettyPrinter(separator));
    }

    /** Writes UTF-8 to a stream, objects divided by line feeds; {@link #flush} before the stream is used. */
    public static JsonRowEncoder to(OutputStream out, Schema schema, ValueText text) throws IOException {
        return new JsonRowEncoder(schema, text, FACTORY.createGenerator(out), "\n");
    }

    /** Writes UTF-8 to a stream with nothing between objects, for records that are kept apart otherwise. */
    public static JsonRowEncoder undivided(OutputStream out, Schema schema, ValueText text) throws IOException {
        return new JsonRowEncoder(schema, text, FACTORY.createGenerator(out), "");
    }

    /** A single row as JSON text: what a source without text of its own shows of a row. */
    public static String toText(Schema schema, List<Column> columns, int row) {
        try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            JsonRowEncoder encoder = to(out, schema, ValueText.SQL);
            encoder.write(columns, row);
            encoder.flush();
            return out.toString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes one row. */
    public void write(List<Column> columns, int row) throws IOException {
        generator.writeStartObject();
        for (int i = 0; i < columns.size(); i++) {
            generator.writeFieldName(names.get(i));
            writeValue(columns.get(i), row);
        }
        generator.writeEndObject();
    }

    /** Hands everything written to the stream. */
    public void flush() throws IOException {
        generator.flush();
    }

    /** Ends the text with a line feed if a row has been written, and hands everything to the stream. */
    public void finish(boolean written) throws IOException {
        if (written) {
            generator.writeRaw('\n');
        }
        generator.flush();
    }

    private void writeValue(Column column, int row) throws IOException {
        if (column.isNull(row)) {
            generator.writeNull();
        } else if (column instanceof LongColumn longs) {
            writeLong(longs, row);
        } else if (column instanceof DoubleColumn doubles) {
            writeDouble(column.type().kind(), doubles.values[row]);
        } else if (column instanceof Int128Column decimals) {
            generator.writeNumber(decimals.decimal(row));
        } else if (column.type().kind() == TypeKind.VARCHAR) {
            BytesColumn strings = (BytesColumn) column;
            writeUtf8(strings, strings.references[row]);
        } else if (column.type().kind() == TypeKind.ARRAY) {
            writeArray(ArrayElements.of((BytesColumn) column, row));
        } else {
            generator.writeString(text.of(column, row));
        }
    }

    private void writeArray(ArrayElements elements) throws IOException {
        generator.writeStartArray();
        for (int i = 0; i < elements.count(); i++) {
            writeValue(elements.column(), i);
        }
        generator.writeEndArray();
    }

    private void writeLong(LongColumn column, int row) throws IOException {
        long value = column.values[row];
        switch (column.type().kind()) {
            case BOOLEAN -> generator.writeBoolean(value != 0);
            case TINYINT, SMALLINT, INT, BIGINT -> generator.writeNumber(value);
            case DECIMAL ->
                generator.writeNumber(BigDecimal.valueOf(value, column.type().scale()));
            default -> generator.writeString(text.of(column, row));
        }
    }

    private void writeDouble(TypeKind kind, double value) throws IOException {
        if (kind == TypeKind.REAL) {
            generator.writeNumber((float) value);
        } else {
            generator.writeNumber(value);
        }
    }

    private void writeUtf8(BytesColumn column, long reference) throws IOException {
        generator.writeUTF8String(
                column.pool.pageBytes(BytesPool.page(reference)),
                BytesPool.offset(reference),
                BytesPool.length(reference));
    }
}
