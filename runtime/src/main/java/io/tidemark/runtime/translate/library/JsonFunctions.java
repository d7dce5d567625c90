package io.tidemark.runtime.translate.library;

import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.runtime.translate.function.RowFailures;
import io.tidemark.runtime.translate.function.Slice;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Functions of JSON text. Steps return whether there is a value, and write it; paths return what they found. <b>Errors</b>: {@code ROW-10} for an
 * operator on text that is not JSON; {@code ROW-01} where a call asks for an error. Not for use by several threads.
 */
public final class JsonFunctions {

    /** A value is written. */
    public static final int FOUND = 0;

    /** There is a null. */
    public static final int NULL = 1;

    /** There is nothing. */
    public static final int EMPTY = 2;

    /** The text is not JSON, or what is there is not what is asked for. */
    public static final int ERROR = 3;

    private final JsonReader reader = new JsonReader();
    private String reason = "";

    /** The member of a name as JSON. */
    public boolean member(Slice json, Slice name, Slice out) {
        return only(json, memberPath(name)).map(found -> set(found.json(), out)).orElse(false);
    }

    /** The element at an index as JSON. */
    public boolean element(Slice json, long index, Slice out) {
        return only(json, elementPath(index))
                .map(found -> set(found.json(), out))
                .orElse(false);
    }

    /** The member of a name as text. */
    public boolean memberText(Slice json, Slice name, Slice out) {
        return only(json, memberPath(name))
                .filter(found -> !found.isNull())
                .map(found -> set(found.text(), out))
                .orElse(false);
    }

    /** The element at an index as text. */
    public boolean elementText(Slice json, long index, Slice out) {
        return only(json, elementPath(index))
                .filter(found -> !found.isNull())
                .map(found -> set(found.text(), out))
                .orElse(false);
    }

    private static boolean set(String text, Slice out) {
        out.setString(text);
        return true;
    }

    private static JsonPath memberPath(Slice name) {
        return new JsonPath(true, List.of(new JsonPath.Member(Optional.of(name.string()))));
    }

    private static JsonPath elementPath(long index) {
        int bounded = (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, index));
        return new JsonPath(true, List.of(new JsonPath.Element(Optional.of(bounded))));
    }

    /** What one strict step leads to, which may be nothing. */
    private Optional<JsonReader.Found> only(Slice json, JsonPath path) {
        try {
            List<JsonReader.Found> found = reader.find(json, path);
            return found.isEmpty() ? Optional.empty() : Optional.of(found.get(0));
        } catch (JsonReader.PathFailure nothing) {
            if (reader.kind(json).isEmpty()) {
                throw JsonReader.notJson("->", nothing);
            }
            return Optional.empty();
        }
    }

    /** Looks for anything at a path: {@link #FOUND}, {@link #EMPTY} or {@link #ERROR}. */
    public int exists(Slice json, JsonPath path, Slice unused) {
        try {
            return reader.find(json, path).isEmpty() ? EMPTY : FOUND;
        } catch (JsonReader.PathFailure failure) {
            return failed(String.valueOf(failure.getMessage()));
        }
    }

    /** Writes the scalar at a path, if there is one that is not null. */
    public int value(Slice json, JsonPath path, Slice out) {
        List<JsonReader.Found> found;
        try {
            found = reader.find(json, path);
        } catch (JsonReader.PathFailure failure) {
            return failed(String.valueOf(failure.getMessage()));
        }
        if (found.isEmpty()) {
            return empty();
        }
        if (found.size() > 1 || !found.get(0).isScalar()) {
            return failed("there is no single number, string or truth value at the path");
        }
        if (found.get(0).isNull()) {
            return NULL;
        }
        out.setString(found.get(0).text());
        return FOUND;
    }

    /**
     * Writes the JSON at a path, if it is one object or array, or can be put into an array.
     *
     * @param wrapper 0 for no array around it, 1 where it is not an object or array already, 2 always
     */
    public int query(int wrapper, Slice json, JsonPath path, Slice out) {
        List<JsonReader.Found> found;
        try {
            found = reader.find(json, path);
        } catch (JsonReader.PathFailure failure) {
            return failed(String.valueOf(failure.getMessage()));
        }
        if (found.isEmpty()) {
            return empty();
        }
        boolean whole = found.size() == 1 && !found.get(0).isScalar();
        if (wrapper == 0 && !whole) {
            return failed("there is no single object or array at the path");
        }
        String values = found.stream().map(JsonReader.Found::json).collect(Collectors.joining(","));
        out.setString(wrapper == 2 || !whole ? "[" + values + "]" : values);
        return FOUND;
    }

    private int empty() {
        reason = "there is nothing at the path";
        return EMPTY;
    }

    private int failed(String why) {
        reason = why;
        return ERROR;
    }

    /** Makes the last outcome an error of the row. */
    public void fail() {
        throw RowFailures.evaluation("a JSON function", reason);
    }

    /** Whether a text is JSON. */
    public boolean isJson(Slice text) {
        return reader.kind(text).isPresent();
    }

    /** Whether a text is a JSON object. */
    public boolean isObject(Slice text) {
        return reader.kind(text).filter(kind -> kind == JsonToken.START_OBJECT).isPresent();
    }

    /** Whether a text is a JSON array. */
    public boolean isArray(Slice text) {
        return reader.kind(text).filter(kind -> kind == JsonToken.START_ARRAY).isPresent();
    }

    /** Whether a text is a JSON string, number, truth value or null. */
    public boolean isScalar(Slice text) {
        return reader.kind(text).filter(JsonToken::isScalarValue).isPresent();
    }
}
