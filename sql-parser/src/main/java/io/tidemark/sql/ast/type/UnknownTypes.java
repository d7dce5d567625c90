package io.tidemark.sql.ast.type;

import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlMapTypeNameSpec;
import org.apache.calcite.sql.SqlRowTypeNameSpec;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;

/** Refuses types that there are none of; the grammar takes any name where a type stands. */
public final class UnknownTypes {
    /** What to write for types of other systems. */
    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("BIT", "BOOLEAN"),
            Map.entry("BLOB", "BYTES"),
            Map.entry("BYTEA", "BYTES"),
            Map.entry("CLOB", "STRING"),
            Map.entry("DATETIME", "TIMESTAMP"),
            Map.entry("INT2", "SMALLINT"),
            Map.entry("INT4", "INT"),
            Map.entry("INT8", "BIGINT"),
            Map.entry("LONG", "BIGINT"),
            Map.entry("NATIONAL", "VARCHAR"),
            Map.entry("NCHAR", "CHAR"),
            Map.entry("NCLOB", "STRING"),
            Map.entry("NUMBER", "DECIMAL"),
            Map.entry("NVARCHAR", "VARCHAR"),
            Map.entry("SERIAL", "BIGINT"),
            Map.entry("TEXT", "STRING"),
            Map.entry("TIMESTAMPTZ", "TIMESTAMP_LTZ"),
            Map.entry("VARCHAR2", "VARCHAR"));

    private UnknownTypes() {}

    /**
     * Checks that a type, and those that it is made of, are the dialect's.
     *
     * @throws CodedException UNKNOWN_OBJECT, with the place of the name
     */
    public static void check(SqlDataTypeSpec type) {
        find(type).ifPresent(name -> {
            throw Positions.at(error(name), name.getParserPosition());
        });
    }

    /** The first name, in a type or in those that it is made of, that is none of the dialect's. */
    public static Optional<SqlIdentifier> find(SqlDataTypeSpec type) {
        return find(type.getTypeNameSpec());
    }

    private static Optional<SqlIdentifier> find(SqlTypeNameSpec type) {
        if (type instanceof SqlUserDefinedTypeNameSpec) {
            return Optional.of(type.getTypeName());
        }
        if (type instanceof SqlCollectionTypeNameSpec collection) {
            return find(collection.getElementTypeName());
        }
        if (type instanceof SqlMapTypeNameSpec map) {
            return find(map.getKeyType()).or(() -> find(map.getValType()));
        }
        if (type instanceof SqlRowTypeNameSpec row) {
            return row.getFieldTypes().stream()
                    .flatMap(field -> find(field).stream())
                    .findFirst();
        }
        return Optional.empty();
    }

    /** The error for such a name, without its place: UNKNOWN_OBJECT. */
    public static CodedException error(SqlIdentifier name) {
        CodedException error = CodedException.of(ErrorCode.UNKNOWN_OBJECT, "no type \"" + name + "\"");
        String instead = INSTEAD.get(name.toString().toUpperCase(Locale.ROOT));
        return instead == null ? error : error.hint("write " + instead);
    }
}
