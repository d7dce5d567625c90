package io.tidemark.planner.validate;

import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.ast.SqlOption;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What definitions of all kinds have in common. */
public final class RelationOptions {
    private RelationOptions() {}

    /** The options of a WITH clause, keys in lower case. <b>Errors</b>: INVALID_DEFINITION for one given twice. */
    public static Map<String, String> of(List<SqlOption> options, String sql) {
        Map<String, String> map = new LinkedHashMap<>();
        for (SqlOption option : options) {
            String before = map.put(option.key().toLowerCase(Locale.ROOT), option.value());
            if (before != null) {
                CodedException twice = CodedException.of(
                        ErrorCode.INVALID_DEFINITION, "option \"" + option.key() + "\" is given twice");
                throw Positions.of(option.keyPosition())
                        .map(position -> twice.at(position, sql))
                        .orElse(twice);
            }
        }
        return map;
    }

    /** A statement's text as SHOW CREATE prints it: without white space around it and without a semicolon at its end. */
    public static String statementText(String sql) {
        String text = sql.strip();
        while (text.endsWith(";")) {
            text = text.substring(0, text.length() - 1).strip();
        }
        return text;
    }
}
