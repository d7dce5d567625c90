package io.tidemark.connectors.parquet;

import io.tidemark.connectors.format.DataFile;
import io.tidemark.connectors.format.ReadTarget;
import io.tidemark.runtime.batch.Field;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * A column of a file that is read into a column wanted.
 *
 * @param index the index of the column wanted
 * @param field the column wanted
 * @param type the file's column
 * @param reader how its values are read
 */
record ColumnBinding(int index, Field field, Type type, CellReader reader) {

    /**
     * Finds the columns wanted in a file. Those that it does not have are left out.
     *
     * @throws CodedException TYPE_MISMATCH, naming the file and the column; EXTERNAL_REJECTED if a column that must not be NULL is not there
     */
    static List<ColumnBinding> bind(DataFile file, MessageType schema, ReadTarget target, ZoneId zone) {
        List<ColumnBinding> bindings = new ArrayList<>();
        for (int i = 0; i < target.schema().size(); i++) {
            if (target.metadataKeys().containsKey(i)) {
                continue;
            }
            Field field = target.schema().field(i);
            Type type = find(schema, field.name());
            if (type != null) {
                bindings.add(bind(file, i, field, type, zone));
            } else if (!field.type().nullable()) {
                throw CodedException.of(
                        ErrorCode.EXTERNAL_REJECTED,
                        "file \"" + file.path() + "\" has no column \"" + field.name()
                                + "\", which is declared NOT NULL");
            }
        }
        return bindings;
    }

    private static @Nullable Type find(MessageType schema, String name) {
        if (schema.containsField(name)) {
            return schema.getType(name);
        }
        return schema.getFields().stream()
                .filter(type -> type.getName().equalsIgnoreCase(name))
                .findFirst()
                .orElse(null);
    }

    private static ColumnBinding bind(DataFile file, int index, Field field, Type type, ZoneId zone) {
        CellReader reader = ListReader.find(type, field, zone, 0, 0);
        if (reader == null) {
            throw CodedException.typeMismatch(
                    "column \"" + field.name() + "\" of file \"" + file.path() + "\"",
                    shown(type),
                    field.type().toString());
        }
        return new ColumnBinding(index, field, type, reader);
    }

    /** The path to the values of the file's column: through lists to their elements. */
    String[] path() {
        List<String> names = new ArrayList<>(List.of(type.getName()));
        Type at = type;
        while (!at.isPrimitive()) {
            at = at.asGroupType().getType(0);
            names.add(at.getName());
        }
        return names.toArray(new String[0]);
    }

    private static String shown(Type type) {
        if (!type.isPrimitive()) {
            Type element = ListReader.element(type.asGroupType());
            return element == null ? "a nested type" : "LIST of " + shown(element);
        }
        String primitive = type.asPrimitiveType().getPrimitiveTypeName().toString();
        String logical = type.getLogicalTypeAnnotation() == null ? "" : " (" + type.getLogicalTypeAnnotation() + ")";
        return (type.isRepetition(Repetition.REPEATED) ? "repeated " : "") + primitive + logical;
    }
}
