package io.tidemark.runtime.batch;

import java.util.List;

/** The names and types of the columns of a relation, in order. Immutable. */
public record Schema(List<Field> fields) {

    public Schema {
        fields = List.copyOf(fields);
    }

    /** A schema of the fields given. */
    public static Schema of(Field... fields) {
        return new Schema(List.of(fields));
    }

    /** The number of columns. */
    public int size() {
        return fields.size();
    }

    /** The column at {@code index}, from 0. */
    public Field field(int index) {
        return fields.get(index);
    }

    /** The type of the column at {@code index}, from 0. */
    public DataType type(int index) {
        return fields.get(index).type();
    }

    /** The index of the column with exactly this name, or -1. */
    public int indexOf(String name) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** The columns at the indexes given, in that order. */
    public Schema project(List<Integer> columns) {
        return new Schema(columns.stream().map(fields::get).toList());
    }
}
