package io.tidemark.connectors.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.connectors.value.RowErrors;
import io.tidemark.connectors.value.TextValueReader;
import io.tidemark.runtime.batch.ArrayBuilder;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Reads the value at which a parser stands into one column. */
final class JsonValueReader {

    private final Field field;
    private final TypeKind kind;
    private final TextValueReader numbers;
    private final TextValueReader strings;
    private final @Nullable Elements elements;

    /** How the elements of an ARRAY are read, and where they are collected. */
    private record Elements(JsonValueReader reader, ArrayBuilder array) {}

    JsonValueReader(Field field, ZoneId zone) {
        this.field = field;
        this.kind = field.type().kind();
        this.numbers = new TextValueReader(field, zone, false);
        this.strings = new TextValueReader(field, zone, true);
        this.elements = kind == TypeKind.ARRAY ? elements(field, zone) : null;
    }

    private static Elements elements(Field field, ZoneId zone) {
        DataType type = field.type().arrayElement();
        return new Elements(new JsonValueReader(new Field(field.name(), type), zone), new ArrayBuilder(type));
    }

    /**
     * Reads the value.
     *
     * @param parser stands at the value's first token, and afterwards at its last
     * @param bytes what is parsed
     * @param origin the index in {@code bytes} of the parser's offset 0
     */
    void read(JsonParser parser, byte[] bytes, int origin, ColumnBuilder target) throws IOException {
        JsonToken token = parser.currentToken();
        switch (token) {
            case VALUE_NULL -> target.setNull();
            case VALUE_STRING -> readString(parser, bytes, origin, target);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> readNumber(parser, target);
            case VALUE_TRUE, VALUE_FALSE -> readBoolean(parser, token == JsonToken.VALUE_TRUE, target);
            case START_ARRAY -> readArray(parser, bytes, origin, target);
            default -> readNested(parser, bytes, origin, target);
        }
    }

    private void readNumber(JsonParser parser, ColumnBuilder target) throws IOException {
        switch (kind) {
            case TINYINT, SMALLINT, INT, BIGINT, DECIMAL, VARCHAR ->
                numbers.read(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), target);
            case REAL, DOUBLE -> readDouble(parser, target);
            case DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ ->
                throw RowErrors.badValue(field, parser.getText())
                        .hint("declare the column as BIGINT and compute the time from it, as in ts AS TO_TIMESTAMP(\""
                                + field.name() + "\", 3)");
            default -> throw RowErrors.badValue(field, parser.getText());
        }
    }

    private void readDouble(JsonParser parser, ColumnBuilder target) throws IOException {
        double value = parser.getDoubleValue();
        boolean fits = kind == TypeKind.REAL ? Float.isFinite((float) value) : Double.isFinite(value);
        if (!fits) {
            throw RowErrors.outOfRange(field, parser.getText());
        }
        target.setDouble(value);
    }

    private void readBoolean(JsonParser parser, boolean value, ColumnBuilder target) throws IOException {
        switch (kind) {
            case BOOLEAN -> target.setLong(value ? 1 : 0);
            case VARCHAR -> target.setString(parser.getText());
            default -> throw RowErrors.badValue(field, parser.getText());
        }
    }

    private void readString(JsonParser parser, byte[] bytes, int origin, ColumnBuilder target) throws IOException {
        if (kind == TypeKind.VARCHAR) {
            int start = origin + (int) parser.currentTokenLocation().getByteOffset() + 1;
            int end = plainEnd(bytes, start);
            if (end >= 0) {
                setUtf8(bytes, start, end, target);
                return;
            }
        }
        strings.read(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), target);
    }

    /** The index of the closing quote of a string without escapes, whose bytes are its value; else -1. */
    private static int plainEnd(byte[] bytes, int start) {
        for (int at = start; at < bytes.length; at++) {
            byte b = bytes[at];
            if (b == '"') {
                return at;
            }
            if (b == '\\' || (b >= 0 && b < ' ')) {
                return -1;
            }
        }
        return -1;
    }

    private void setUtf8(byte[] bytes, int start, int end, ColumnBuilder target) {
        int length = end - start;
        int declared = field.type().precision();
        int characters = declared >= 0 && length > declared ? characters(bytes, start, end) : length;
        TextValueReader.checkLength(field, length, characters);
        target.setBytes(bytes, start, length);
    }

    private static int characters(byte[] bytes, int start, int end) {
        int count = 0;
        for (int at = start; at < end; at++) {
            count += (bytes[at] & 0xC0) == 0x80 ? 0 : 1;
        }
        return count;
    }

    private void readArray(JsonParser parser, byte[] bytes, int origin, ColumnBuilder target) throws IOException {
        if (elements == null) {
            readNested(parser, bytes, origin, target);
            return;
        }
        ArrayBuilder array = elements.array;
        array.clear();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.reader.read(parser, bytes, origin, array.element());
            array.endElement();
        }
        TextValueReader.checkLength(field, array.size(), array.size());
        array.writeTo(target);
    }

    /** A nested value goes into text as it stands. */
    private void readNested(JsonParser parser, byte[] bytes, int origin, ColumnBuilder target) throws IOException {
        boolean object = parser.currentToken() == JsonToken.START_OBJECT;
        int start = origin + (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        if (kind != TypeKind.VARCHAR) {
            throw badNested(object);
        }
        setUtf8(bytes, start, origin + (int) parser.currentLocation().getByteOffset(), target);
    }

    private CodedException badNested(boolean object) {
        return RowErrors.badValue(field, object ? "{…}" : "[…]");
    }
}
