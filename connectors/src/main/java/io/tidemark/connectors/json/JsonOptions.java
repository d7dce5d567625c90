package io.tidemark.connectors.json;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.ValueText;
import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.Options;
import io.tidemark.sql.error.CodedException;
import java.util.List;

/** The options of the format {@code json}, wherever it is used. */
public final class JsonOptions {

    /** The format's name. */
    public static final String NAME = "json";

    private static final String TIMESTAMP_FORMAT = "json.timestamp-format.standard";
    private static final String ISO = "ISO-8601";

    private JsonOptions() {}

    /** Every option, none with a default. */
    public static List<Option> all() {
        return List.of(
                Option.choice(
                        TIMESTAMP_FORMAT,
                        null,
                        List.of("SQL", ISO),
                        "How times are written: SQL (the default), 2024-05-31 23:59:01.5, or ISO-8601, 2024-05-31T23:59:01.5; both are read."));
    }

    /** How times are written. */
    public static ValueText valueText(Options options) {
        return options.find(TIMESTAMP_FORMAT).filter(ISO::equals).isPresent() ? ValueText.ISO : ValueText.SQL;
    }

    /**
     * Checks that every column's type has a JSON form.
     *
     * @throws CodedException UNSUPPORTED for an interval
     */
    public static void validate(Schema schema) {
        schema.fields().forEach(field -> validate(field.name(), field.type()));
    }

    private static void validate(String name, DataType type) {
        switch (type.kind()) {
            case INTERVAL_MONTHS, INTERVAL_MICROS ->
                throw CodedException.unsupported("column \"" + name + "\" of an interval type in format \"json\"");
            case ARRAY -> validate(name, type.arrayElement());
            default -> {
                // has a JSON form
            }
        }
    }
}
