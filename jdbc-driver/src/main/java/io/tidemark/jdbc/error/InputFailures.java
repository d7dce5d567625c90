package io.tidemark.jdbc.error;

import java.sql.SQLDataException;
import java.sql.SQLException;

/** The exceptions for texts and values that a program hands in, and that are refused before the server is asked. */
public final class InputFailures {

    // The numbers are those of the server's own errors.
    private static final int PARAMETERS = 1015;
    private static final int TIME_RANGE = 2007;

    private InputFailures() {}

    /** A statement without a text. */
    public static SQLException noText() {
        return Failures.invalid("the SQL text is null; give the statement as text");
    }

    /** A text that cannot be sent as it is. */
    public static SQLException notUnicode(String what, int character) {
        return new SQLDataException(
                what + " is no valid Unicode: character " + (character + 1)
                        + " is half of a surrogate pair. Mend the text, or store it as bytes in a VARBINARY",
                "22021",
                PARAMETERS);
    }

    /** A date or time that the protocol cannot carry, which is far outside what the types hold. */
    public static SQLException outOfTimes(Object value, Exception cause) {
        return new SQLDataException(
                value + " is out of the range of dates and times; years go from 1 to 9999", "22008", TIME_RANGE, cause);
    }

    /** A statement that gives no rows where rows are asked for; found before it is executed. */
    public static SQLException returnsNoRows(String verb) {
        return new SQLException(verb + " returns no rows, and was not executed; use execute or executeUpdate", "07005");
    }
}
