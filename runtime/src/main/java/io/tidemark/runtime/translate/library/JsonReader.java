package io.tidemark.runtime.translate.library;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.tidemark.runtime.translate.function.RowFailures;
import io.tidemark.runtime.translate.function.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds what a path leads to in JSON text. Of members of one name the last counts; numbers keep their digits. <b>Cost</b>: the whole text is
 * read. Not for use by several threads.
 */
final class JsonReader {

    /**
     * A value that was found.
     *
     * @param kind the token that it begins with
     * @param text its compact JSON text, or what a scalar says without quotes
     */
    record Found(JsonToken kind, String text) {

        boolean isScalar() {
            return kind != JsonToken.START_OBJECT && kind != JsonToken.START_ARRAY;
        }

        boolean isNull() {
            return kind == JsonToken.VALUE_NULL;
        }

        /** The value as JSON. */
        String json() {
            return kind == JsonToken.VALUE_STRING ? quoted(text) : text;
        }
    }

    /** That a text is no JSON, or a strict path leads nowhere; it says why. */
    static final class PathFailure extends Exception {
        private static final long serialVersionUID = 1L;

        PathFailure(String message) {
            super(message);
        }
    }

    private final JsonFactory factory = new JsonFactory();

    /** All that the path leads to. */
    List<Found> find(Slice json, JsonPath path) throws PathFailure {
        try (JsonParser parser = factory.createParser(json.bytes, json.offset, json.length)) {
            if (parser.nextToken() == null) {
                throw new PathFailure("an empty text is not JSON");
            }
            List<Found> found = walk(parser, path, 0);
            if (parser.nextToken() != null) {
                throw new PathFailure("there is more behind the JSON value");
            }
            return found;
        } catch (IOException malformed) {
            String message = String.valueOf(malformed.getMessage());
            throw new PathFailure("not JSON: " + message.replaceAll("(?s)\\R.*", ""));
        }
    }

    /** The kind of the whole text; nothing if it is not JSON. */
    Optional<JsonToken> kind(Slice json) {
        try {
            return Optional.of(find(json, JsonPath.of("$")).get(0).kind());
        } catch (PathFailure notJson) {
            return Optional.empty();
        }
    }

    /** What the rest of a path leads to from the value that the parser stands at; the parser then stands at its end. */
    private List<Found> walk(JsonParser parser, JsonPath path, int step) throws IOException, PathFailure {
        JsonToken kind = parser.currentToken();
        if (step == path.steps().size()) {
            return List.of(value(parser));
        }
        JsonPath.Step next = path.steps().get(step);
        if (next instanceof JsonPath.Member member) {
            if (kind == JsonToken.START_OBJECT) {
                return members(parser, path, step, member);
            }
            if (kind == JsonToken.START_ARRAY && !path.strict()) {
                return elements(parser, path, step, Optional.empty());
            }
        } else if (next instanceof JsonPath.Element element) {
            if (kind == JsonToken.START_ARRAY) {
                return elements(parser, path, step + 1, element.index());
            }
            boolean first = element.index().isEmpty()
                    || element.index().get() == 0
                    || element.index().get() == -1;
            if (!path.strict() && first) {
                return walk(parser, path, step + 1);
            }
        }
        parser.skipChildren();
        if (path.strict()) {
            throw new PathFailure("the strict path leads to a value that has no such member or element");
        }
        return List.of();
    }

    private List<Found> members(JsonParser parser, JsonPath path, int step, JsonPath.Member member)
            throws IOException, PathFailure {
        List<Found> found = new ArrayList<>();
        boolean any = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean wanted = member.name().isEmpty()
                    || parser.currentName().equals(member.name().get());
            parser.nextToken();
            if (!wanted) {
                parser.skipChildren();
                continue;
            }
            if (member.name().isPresent()) {
                found.clear();
            }
            found.addAll(walk(parser, path, step + 1));
            any = true;
        }
        if (!any && path.strict()) {
            throw new PathFailure("the strict path leads to an object without such a member");
        }
        return found;
    }

    private List<Found> elements(JsonParser parser, JsonPath path, int step, Optional<Integer> index)
            throws IOException, PathFailure {
        List<List<Found>> found = new ArrayList<>();
        boolean fromEnd = index.isPresent() && index.get() < 0;
        int number = 0;
        boolean any = false;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (index.isEmpty() || fromEnd || index.get() == number) {
                found.add(walk(parser, path, step));
                any = true;
            } else {
                parser.skipChildren();
            }
            number++;
        }
        if (fromEnd) {
            int wanted = number + index.get();
            return wanted >= 0 ? found.get(wanted) : List.of();
        }
        if (!any && index.isPresent() && path.strict()) {
            throw new PathFailure("the strict path leads to an array without such an element");
        }
        return found.stream().flatMap(List::stream).toList();
    }

    private static Found value(JsonParser parser) throws IOException {
        JsonToken kind = parser.currentToken();
        if (kind.isScalarValue()) {
            return new Found(kind, parser.getText());
        }
        StringBuilder json = new StringBuilder();
        write(parser, json);
        return new Found(kind, json.toString());
    }

    /** Writes the value that the parser stands at without blanks. */
    private static void write(JsonParser parser, StringBuilder out) throws IOException {
        int depth = 0;
        JsonToken before = JsonToken.START_ARRAY;
        JsonToken token = parser.currentToken();
        while (true) {
            boolean end = token == JsonToken.END_OBJECT || token == JsonToken.END_ARRAY;
            boolean begun = before == JsonToken.START_OBJECT || before == JsonToken.START_ARRAY;
            if (!end && !begun && before != JsonToken.FIELD_NAME) {
                out.append(',');
            }
            switch (token) {
                case START_OBJECT, START_ARRAY -> depth++;
                case END_OBJECT, END_ARRAY -> depth--;
                default -> {}
            }
            boolean quoted = token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME;
            out.append(quoted ? quoted(parser.getText()) : parser.getText());
            if (token == JsonToken.FIELD_NAME) {
                out.append(':');
            }
            if (depth == 0) {
                return;
            }
            before = token;
            token = parser.nextToken();
        }
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, quoted);
        return quoted.append('"').toString();
    }

    /** That a text is not what a function takes. */
    static RuntimeException notJson(String function, PathFailure failure) {
        return RowFailures.invalidArgument(function, String.valueOf(failure.getMessage()));
    }
}
