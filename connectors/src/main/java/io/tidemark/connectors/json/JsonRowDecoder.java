package io.tidemark.connectors.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.tidemark.connectors.value.RowErrors;
import io.tidemark.connectors.value.Utf8;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decodes JSON objects into the columns of a batch being built. Single-threaded.
 *
 * <p>Fields match columns by name, exactly or else without regard to case; of several the last wins, an exact one before any other; a field
 * without a column is passed over, a column without a field is NULL.
 *
 * <p><b>Shape</b>: by column type,
 *
 * <ul>
 *   <li>numbers: JSON numbers, a fraction of zeros allowed in integers, DECIMAL rounded half up to its scale; strings that hold a number,
 *       if it fits exactly;
 *   <li>VARCHAR: strings; numbers, booleans and nested values as they stand in the JSON text;
 *   <li>BOOLEAN: {@code true}, {@code false}, also as strings;
 *   <li>dates and times: strings as {@link io.tidemark.connectors.value.TimeText} reads them, never numbers;
 *   <li>VARBINARY: Base64 strings.
 * </ul>
 *
 * <p><b>Errors</b>: row errors for what is not JSON, not UTF-8, not an object, more than one value, a value that does not fit its column,
 * or NULL in a column that is NOT NULL. Only the columns asked for are checked against their types.
 *
 * <p><b>Cost</b>: one parser goes through as many records of the same array as come in order; a new one costs about a microsecond.
 */
public final class JsonRowDecoder implements AutoCloseable {

    /** How the parser's caller could have it take the record: nothing that whoever reads the message can do. */
    private static final Pattern PARSER_ADVICE =
            Pattern.compile("[:;,]?\\s*\\(?enable `?JsonReadFeature.*", Pattern.DOTALL);

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final Schema schema;
    private final int[] notNull;
    private final JsonValueReader[] readers;
    private final JsonFieldMatcher matcher;
    private final int[] setIn;
    private final int[] exactIn;
    private int serial;

    private @Nullable JsonParser parser;
    private byte[] parsed = new byte[0];
    private int origin;
    private int parsedTo;
    private int parserLimit;

    /**
     * Makes a decoder.
     *
     * @param schema the columns of the builders to be filled
     * @param columns the indexes of those that are fields of the objects
     * @param zone the zone of times without an offset in a TIMESTAMP_LTZ
     */
    public JsonRowDecoder(Schema schema, List<Integer> columns, ZoneId zone) {
        this.schema = schema;
        this.matcher = new JsonFieldMatcher(schema, columns);
        this.readers = new JsonValueReader[schema.size()];
        for (int column : columns) {
            readers[column] = new JsonValueReader(schema.field(column), zone);
        }
        this.notNull = columns.stream()
                .filter(column -> !schema.type(column).nullable())
                .mapToInt(Integer::intValue)
                .toArray();
        this.setIn = new int[schema.size()];
        this.exactIn = new int[schema.size()];
    }

    /**
     * Decodes one object into the builder's current row, which it does not end.
     *
     * @param bytes holds the object, and may hold the next ones after it; it must not change while they are decoded
     * @param start the index of the record's first byte
     * @param end the index after its last
     * @param limit the index after the last byte of the last record in the array
     * @return false if there is nothing but white space
     * @throws io.tidemark.sql.error.CodedException a row error, after which the current row is to be discarded
     */
    public boolean decode(byte[] bytes, int start, int end, int limit, BatchBuilder target) {
        if (isBlank(bytes, start, end)) {
            return false;
        }
        if (!Utf8.isValid(bytes, start, end)) {
            throw RowErrors.malformed("the record is not valid UTF-8");
        }
        try {
            JsonParser open = parserAt(bytes, start, limit);
            parsedTo = Integer.MAX_VALUE;
            decodeObject(open, end, target);
            int objectEnd = position(open.currentLocation());
            checkRest(bytes, objectEnd, end);
            parsedTo = objectEnd;
        } catch (JsonProcessingException e) {
            throw malformed(e, end);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        checkNotNull();
        return true;
    }

    /** Leaves {@link #parsedTo} behind the array if the parser has stopped within an object, so that the next record gets a new one. */
    private JsonParser parserAt(byte[] bytes, int start, int limit) throws IOException {
        JsonParser current = parser;
        if (current != null
                && bytes == parsed
                && limit == parserLimit
                && parsedTo <= start
                && isBlank(bytes, parsedTo, start)) {
            return current;
        }
        if (current != null) {
            current.close();
        }
        JsonParser opened = FACTORY.createParser(bytes, start, limit - start);
        parser = opened;
        parsed = bytes;
        origin = start;
        parserLimit = limit;
        return opened;
    }

    private int position(JsonLocation location) {
        return origin + (int) location.getByteOffset();
    }

    /** What a parser says of a record that breaks off depends on what follows in the array, and is not passed on. */
    private CodedException malformed(JsonProcessingException e, int end) {
        JsonLocation location = e.getLocation();
        return location != null && position(location) >= end
                ? unended().cause(e)
                : RowErrors.malformed("not JSON: "
                                + PARSER_ADVICE.matcher(e.getOriginalMessage()).replaceFirst(""))
                        .cause(e);
    }

    private static CodedException unended() {
        return RowErrors.malformed("not JSON: the object does not end with the record");
    }

    private void decodeObject(JsonParser open, int end, BatchBuilder target) throws IOException {
        serial++;
        if (open.nextToken() != JsonToken.START_OBJECT) {
            throw RowErrors.malformed("the record is not a JSON object");
        }
        int ordinal = 0;
        for (String name = open.nextFieldName(); name != null; name = open.nextFieldName()) {
            int code = matcher.match(ordinal++, name);
            JsonToken token = open.nextToken();
            if (isSuperseded(code)) {
                open.skipChildren();
            } else {
                int column = JsonFieldMatcher.column(code);
                read(open, end, readers[column], target.column(column));
                setIn[column] = token == JsonToken.VALUE_NULL ? 0 : serial;
                exactIn[column] = JsonFieldMatcher.isExact(code) ? serial : 0;
            }
        }
    }

    /** Whether a field has no column, or one that a field of exactly its name has set. */
    private boolean isSuperseded(int code) {
        return code == JsonFieldMatcher.NONE
                || (exactIn[JsonFieldMatcher.column(code)] == serial && !JsonFieldMatcher.isExact(code));
    }

    private void read(JsonParser open, int end, JsonValueReader reader, ColumnBuilder target) throws IOException {
        try {
            reader.read(open, parsed, origin, target);
        } catch (CodedException e) {
            throw position(open.currentLocation()) > end ? unended() : e;
        }
    }

    private static void checkRest(byte[] bytes, int objectEnd, int end) {
        if (objectEnd > end) {
            throw unended();
        }
        if (!isBlank(bytes, objectEnd, end)) {
            throw RowErrors.malformed("more text follows the JSON object");
        }
    }

    private void checkNotNull() {
        for (int column : notNull) {
            if (setIn[column] != serial) {
                throw RowErrors.nullNotAllowed(schema.field(column));
            }
        }
    }

    private static boolean isBlank(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            byte b = bytes[at];
            if (b != ' ' && b != '\t' && b != '\n' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        JsonParser current = parser;
        if (current != null) {
            try {
                current.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            parser = null;
            parsed = new byte[0];
        }
    }
}
