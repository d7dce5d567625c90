package io.tidemark.server.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One thing that was done or refused.
 *
 * @param time when it had been decided, to the microsecond
 * @param user who asked for it; empty where there are no users
 * @param address where the client is; empty within the server's own process
 * @param session the id of the session; empty for a login that was refused
 * @param statement its text without what is confidential, or {@code LOGIN}
 * @param sqlState how it ended: {@code 00000} if it was done, else the SQLSTATE of the error
 * @param message the error's message; empty if it was done
 */
public record AuditEntry(
        Instant time, String user, String address, String session, String statement, String sqlState, String message) {

    /** The statement of a login. */
    public static final String LOGIN = "LOGIN";

    private static final String DONE = "00000";
    private static final JsonFactory JSON = new JsonFactory();

    /** Who asks, and from where. */
    public record Origin(String user, String address, String session) {}

    /** Something that was done, or refused with an error. */
    static AuditEntry of(Instant time, Origin origin, String statement, Optional<CodedException> error) {
        return new AuditEntry(
                time,
                origin.user(),
                origin.address(),
                origin.session(),
                statement,
                error.map(e -> e.code().sqlState()).orElse(DONE),
                error.map(CodedException::getMessage).orElse(""));
    }

    /** The entry as a line of JSON, without the line's end. */
    String json() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.writeStartObject();
            out.writeStringField("time", time.toString());
            field(out, "user", user);
            field(out, "address", address);
            field(out, "session", session);
            out.writeStringField("statement", statement);
            out.writeStringField("sqlstate", sqlState);
            field(out, "message", message);
            out.writeEndObject();
        }
        return text.toString();
    }

    private static void field(JsonGenerator out, String name, String value) throws IOException {
        if (value.isEmpty()) {
            out.writeNullField(name);
        } else {
            out.writeStringField(name, value);
        }
    }

    /** The entry of a line; nothing for what is none, as a crash may have left of one. */
    static Optional<AuditEntry> parse(String line) {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser in = JSON.createParser(line)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                String value = in.nextToken() == JsonToken.VALUE_NULL ? "" : in.getText();
                fields.put(name, value);
            }
            return Optional.of(new AuditEntry(
                    Instant.parse(field(fields, "time")),
                    field(fields, "user"),
                    field(fields, "address"),
                    field(fields, "session"),
                    field(fields, "statement"),
                    field(fields, "sqlstate"),
                    field(fields, "message")));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static String field(Map<String, String> fields, String name) {
        @Nullable String value = fields.get(name);
        return value == null ? "" : value;
    }
}
