package io.tidemark.jdbc.value;

import io.tidemark.jdbc.error.InputFailures;
import java.sql.SQLException;

/** Texts that can be sent: every surrogate is one of a pair. Any other would arrive as a question mark. */
public final class UnicodeText {

    private UnicodeText() {}

    /** Throws 22021 for a text with a lone surrogate; {@code what} names the text in the message. */
    public static void require(String what, String text) throws SQLException {
        int at = 0;
        while (at < text.length()) {
            int character = text.codePointAt(at);
            if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
                throw InputFailures.notUnicode(what, at);
            }
            at += Character.charCount(character);
        }
    }
}
