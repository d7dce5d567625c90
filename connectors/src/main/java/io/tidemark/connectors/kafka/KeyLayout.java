package io.tidemark.connectors.kafka;

import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.connector.Options;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which columns make up the messages' keys, and how.
 *
 * @param columns their indexes in the schema; empty where messages have no key
 * @param raw whether the key is the one column's bytes as they are, else a JSON object
 * @param inValue whether the value holds the columns too
 */
record KeyLayout(List<Integer> columns, boolean raw, boolean inValue) {

    KeyLayout {
        columns = List.copyOf(columns);
    }

    /**
     * Reads the options.
     *
     * @param relation the relation's name
     * @param primaryKey the primary key's columns; empty for none
     * @throws CodedException MISSING_OPTION, INVALID_OPTION, UNKNOWN_COLUMN
     */
    static KeyLayout of(String relation, Schema schema, List<Integer> primaryKey, Options options) {
        List<Integer> fields = fields(relation, schema, options);
        if (!fields.isEmpty() && !options.has(KafkaOptions.KEY_FORMAT)) {
            throw CodedException.missingOption(KafkaOptions.KEY_FORMAT, "option \"" + KafkaOptions.KEY_FIELDS + "\"");
        }
        if (!fields.isEmpty() && !primaryKey.isEmpty() && !Set.copyOf(fields).equals(Set.copyOf(primaryKey))) {
            throw CodedException.invalidOption(
                    KafkaOptions.KEY_FIELDS,
                    options.text(KafkaOptions.KEY_FIELDS),
                    "the columns of the primary key: " + names(schema, primaryKey));
        }
        List<Integer> columns = fields.isEmpty() ? primaryKey : fields;
        boolean inValue = options.text(KafkaOptions.VALUE_FIELDS).equals(KafkaOptions.ALL);
        if (columns.isEmpty() && (options.has(KafkaOptions.KEY_FORMAT) || !inValue)) {
            String reason = inValue ? KafkaOptions.KEY_FORMAT : KafkaOptions.VALUE_FIELDS;
            throw CodedException.missingOption(KafkaOptions.KEY_FIELDS, "option \"" + reason + "\"");
        }
        boolean raw = options.find(KafkaOptions.KEY_FORMAT)
                .filter(KafkaOptions.RAW::equals)
                .isPresent();
        if (raw) {
            checkRaw(schema, columns);
        }
        return new KeyLayout(columns, raw, inValue);
    }

    private static void checkRaw(Schema schema, List<Integer> columns) {
        boolean fits = columns.size() == 1;
        if (fits) {
            TypeKind kind = schema.type(columns.get(0)).kind();
            fits = kind == TypeKind.VARCHAR || kind == TypeKind.VARBINARY;
        }
        if (!fits) {
            throw CodedException.invalidOption(
                            KafkaOptions.KEY_FORMAT,
                            KafkaOptions.RAW,
                            "json, as the key is " + names(schema, columns) + " and not one VARCHAR or VARBINARY")
                    .hint("set \"" + KafkaOptions.KEY_FORMAT + "\" to 'json'");
        }
    }

    private static List<Integer> fields(String relation, Schema schema, Options options) {
        Set<Integer> found = new LinkedHashSet<>();
        options.find(KafkaOptions.KEY_FIELDS).ifPresent(text -> {
            for (String name : text.split(";", -1)) {
                int column = schema.indexOf(name.strip());
                if (column < 0) {
                    throw CodedException.unknownColumn(
                            name.strip(),
                            "\"" + relation + "\", as option \"" + KafkaOptions.KEY_FIELDS + "\" says",
                            schema.fields().stream().map(Field::name).toList());
                }
                found.add(column);
            }
        });
        return new ArrayList<>(found);
    }

    private static String names(Schema schema, List<Integer> columns) {
        return String.join(
                ";", columns.stream().map(column -> schema.field(column).name()).toList());
    }

    /** The indexes of the columns that stand in values, of those not in {@code metadata}. */
    List<Integer> valueColumns(Schema schema, Set<Integer> metadata) {
        List<Integer> found = new ArrayList<>();
        for (int column = 0; column < schema.size(); column++) {
            if (!metadata.contains(column) && (inValue || !columns.contains(column))) {
                found.add(column);
            }
        }
        return found;
    }
}
