package io.tidemark.sql.parser;

import org.apache.calcite.sql.parser.SqlParser;

/** The grammar's keywords, for clients that quote names. */
public final class Keywords {

    private Keywords() {}

    /** The keywords that SQL-92 does not have, separated by commas. */
    public static String beyondStandard() {
        return SqlParser.create("", StatementParser.config(IdentifierQuoting.DOUBLE_QUOTE))
                .getMetadata()
                .getJdbcKeywords();
    }
}
