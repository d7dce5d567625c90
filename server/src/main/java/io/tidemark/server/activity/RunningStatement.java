package io.tidemark.server.activity;

import java.time.Instant;
import java.util.regex.Pattern;

/**
 * A statement of a session from its beginning until it has failed, given its count, or its rows have been read or given up.
 *
 * @param id names it in KILL STATEMENT: the session's id and a number, as {@code 7.12}
 * @param sql its text
 * @param since when it began
 * @param control ends it
 */
public record RunningStatement(String id, String sql, Instant since, StatementControl control) {

    private static final int SHOWN_CHARACTERS = 4096;
    private static final Pattern CONFIDENTIAL = Pattern.compile(
            "PASSWORD|PASSPHRASE|SECRET|IDENTIFIED|JAAS|CREDENTIAL|TOKEN|KEYSTORE\\.KEY|://[^\\s/@]*:[^\\s/@]*@",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern LITERAL = Pattern.compile("'(?:[^']|'')*+'?");

    /** The text for others: not more than 4096 characters, and no literals where there may be a password among them. */
    public String shownSql() {
        String shown = sql.length() <= SHOWN_CHARACTERS ? sql : sql.substring(0, SHOWN_CHARACTERS) + "…";
        return CONFIDENTIAL.matcher(shown).find() ? LITERAL.matcher(shown).replaceAll("'…'") : shown;
    }
}
