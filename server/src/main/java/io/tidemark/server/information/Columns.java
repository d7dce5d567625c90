package io.tidemark.server.information;

import java.util.ArrayList;
import java.util.List;

/** The declarations of a table's columns, in their order, with the types that stand for the standard's domains. Not thread-safe. */
final class Columns {

    private final List<String> declarations = new ArrayList<>();

    /** Names that are always there. */
    Columns names(String... columns) {
        return add("VARCHAR NOT NULL", columns);
    }

    /** Names and texts that may be NULL. */
    Columns texts(String... columns) {
        return add("VARCHAR", columns);
    }

    /** YES or NO. */
    Columns flags(String... columns) {
        return add("VARCHAR(3) NOT NULL", columns);
    }

    /** YES or NO, or NULL. */
    Columns flagsOrNull(String... columns) {
        return add("VARCHAR(3)", columns);
    }

    /** Numbers from 1 on that are always there. */
    Columns positions(String... columns) {
        return add("INT NOT NULL", columns);
    }

    /** Numbers that may be NULL. */
    Columns numbers(String... columns) {
        return add("INT", columns);
    }

    /** Instants that may be NULL. */
    Columns times(String... columns) {
        return add("TIMESTAMP_LTZ(3)", columns);
    }

    /** A name's catalog and schema, and the name itself, each with the prefix given; all of them NULL or none. */
    Columns absentName(String prefix) {
        return texts(prefix + "_CATALOG", prefix + "_SCHEMA", prefix + "_NAME");
    }

    /** The lengths of a type. */
    Columns lengths() {
        return texts("DATA_TYPE").numbers("CHARACTER_MAXIMUM_LENGTH", "CHARACTER_OCTET_LENGTH");
    }

    /** The digits of a type. */
    Columns digits() {
        return numbers("NUMERIC_PRECISION", "NUMERIC_PRECISION_RADIX", "NUMERIC_SCALE", "DATETIME_PRECISION")
                .texts("INTERVAL_TYPE")
                .numbers("INTERVAL_PRECISION");
    }

    private Columns add(String type, String... columns) {
        for (String column : columns) {
            declarations.add(column + " " + type);
        }
        return this;
    }

    /** The declarations, separated by commas. */
    String text() {
        return String.join(", ", declarations);
    }
}
