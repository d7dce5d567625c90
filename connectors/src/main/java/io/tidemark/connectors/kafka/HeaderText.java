package io.tidemark.connectors.kafka;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.connectors.value.Utf8;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A message's headers as a JSON object: values as text, as Base64 where they are not UTF-8, null where there is none. Of several headers of
 * one name the last is shown, in the place of the first.
 */
final class HeaderText {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String NONE = "{}";

    private HeaderText() {}

    static String of(Headers headers) {
        Map<String, byte @Nullable []> byName = new LinkedHashMap<>();
        for (Header header : headers) {
            byName.put(header.key(), header.value());
        }
        return byName.isEmpty() ? NONE : object(byName);
    }

    private static String object(Map<String, byte @Nullable []> byName) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            for (Map.Entry<String, byte @Nullable []> header : byName.entrySet()) {
                json.writeFieldName(header.getKey());
                write(json, header.getValue());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, byte @Nullable [] value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (Utf8.isValid(value, 0, value.length)) {
            json.writeString(new String(value, StandardCharsets.UTF_8));
        } else {
            json.writeString(Base64.getEncoder().encodeToString(value));
        }
    }
}
