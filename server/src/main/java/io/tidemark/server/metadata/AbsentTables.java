package io.tidemark.server.metadata;

import java.util.Map;

/** What Tidemark doesn't have, each with the columns that JDBC gives it and no rows. */
final class AbsentTables {

    private static final String[] FOREIGN_KEYS = {
        "PKTABLE_CAT",
        "PKTABLE_SCHEM",
        "PKTABLE_NAME",
        "PKCOLUMN_NAME",
        "FKTABLE_CAT",
        "FKTABLE_SCHEM",
        "FKTABLE_NAME",
        "FKCOLUMN_NAME",
        "KEY_SEQ:short",
        "UPDATE_RULE:short",
        "DELETE_RULE:short",
        "FK_NAME",
        "PK_NAME",
        "DEFERRABILITY:short"
    };

    private static final Map<String, String[]> COLUMNS = Map.ofEntries(
            Map.entry("getProcedures", new String[] {
                "PROCEDURE_CAT",
                "PROCEDURE_SCHEM",
                "PROCEDURE_NAME",
                "RESERVED1",
                "RESERVED2",
                "RESERVED3",
                "REMARKS",
                "PROCEDURE_TYPE:short",
                "SPECIFIC_NAME"
            }),
            Map.entry("getProcedureColumns", new String[] {
                "PROCEDURE_CAT",
                "PROCEDURE_SCHEM",
                "PROCEDURE_NAME",
                "COLUMN_NAME",
                "COLUMN_TYPE:short",
                "DATA_TYPE:int",
                "TYPE_NAME",
                "PRECISION:int",
                "LENGTH:int",
                "SCALE:short",
                "RADIX:short",
                "NULLABLE:short",
                "REMARKS",
                "COLUMN_DEF",
                "SQL_DATA_TYPE:int",
                "SQL_DATETIME_SUB:int",
                "CHAR_OCTET_LENGTH:int",
                "ORDINAL_POSITION:int",
                "IS_NULLABLE",
                "SPECIFIC_NAME"
            }),
            Map.entry("getVersionColumns", RelationMetadata.ROW_COLUMNS),
            Map.entry("getImportedKeys", FOREIGN_KEYS),
            Map.entry("getExportedKeys", FOREIGN_KEYS),
            Map.entry("getCrossReference", FOREIGN_KEYS),
            Map.entry("getUDTs", new String[] {
                "TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "CLASS_NAME", "DATA_TYPE:int", "REMARKS", "BASE_TYPE:short"
            }),
            Map.entry("getSuperTypes", new String[] {
                "TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "SUPERTYPE_CAT", "SUPERTYPE_SCHEM", "SUPERTYPE_NAME"
            }),
            Map.entry("getSuperTables", new String[] {"TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "SUPERTABLE_NAME"}),
            Map.entry("getAttributes", new String[] {
                "TYPE_CAT",
                "TYPE_SCHEM",
                "TYPE_NAME",
                "ATTR_NAME",
                "DATA_TYPE:int",
                "ATTR_TYPE_NAME",
                "ATTR_SIZE:int",
                "DECIMAL_DIGITS:int",
                "NUM_PREC_RADIX:int",
                "NULLABLE:int",
                "REMARKS",
                "ATTR_DEF",
                "SQL_DATA_TYPE:int",
                "SQL_DATETIME_SUB:int",
                "CHAR_OCTET_LENGTH:int",
                "ORDINAL_POSITION:int",
                "IS_NULLABLE",
                "SCOPE_CATALOG",
                "SCOPE_SCHEMA",
                "SCOPE_TABLE",
                "SOURCE_DATA_TYPE:short"
            }),
            Map.entry("getPseudoColumns", new String[] {
                "TABLE_CAT",
                "TABLE_SCHEM",
                "TABLE_NAME",
                "COLUMN_NAME",
                "DATA_TYPE:int",
                "COLUMN_SIZE:int",
                "DECIMAL_DIGITS:int",
                "NUM_PREC_RADIX:int",
                "COLUMN_USAGE",
                "REMARKS",
                "CHAR_OCTET_LENGTH:int",
                "IS_NULLABLE"
            }));

    private AbsentTables() {}

    static boolean has(String method) {
        return COLUMNS.containsKey(method);
    }

    static MetadataTable of(String method) {
        return new MetadataTable(COLUMNS.getOrDefault(method, new String[0]));
    }
}
