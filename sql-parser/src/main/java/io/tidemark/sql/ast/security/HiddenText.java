package io.tidemark.sql.ast.security;

import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** What a text that no one may read is printed as. */
final class HiddenText {
    private static final String STARS = "***";

    private HiddenText() {}

    /** Writes a string that tells nothing. */
    static void unparse(SqlWriter writer) {
        SqlLiteral.createCharString(STARS, SqlParserPos.ZERO).unparse(writer, 0, 0);
    }
}
