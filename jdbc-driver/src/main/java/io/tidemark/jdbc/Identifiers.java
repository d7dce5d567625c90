package io.tidemark.jdbc;

import io.tidemark.jdbc.error.Failures;
import java.sql.SQLException;

/** Names as they stand in a statement. */
final class Identifiers {

    private static final int MAX_LENGTH = 128;

    private Identifiers() {}

    /** The name, in quotes if it is to be. */
    static String enquoted(String name, boolean quoted) throws SQLException {
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            throw Failures.invalid("a name of " + name.length() + " characters; names have 1 to " + MAX_LENGTH);
        }
        return quoted ? '"' + name.replace("\"", "\"\"") + '"' : name;
    }
}
