package io.tidemark.jdbc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a session on the server holds that a new one would not: settings, autocommit, and an open transaction. All but the last can be given to
 * a new session. Thread-safe.
 */
final class SessionState {

    /** The first word of a statement, behind blanks and comments. */
    private static final Pattern FIRST_WORD =
            Pattern.compile("(?:\\s|--[^\\n]*\\n|/\\*.*?\\*/)*([a-zA-Z]+)(.*)", Pattern.DOTALL);

    private final Map<String, String> settings = new LinkedHashMap<>();
    private boolean autoCommit = true;
    private boolean inTransaction;

    /** The first word of a statement in capital letters; empty if it does not begin with one. */
    static String firstWord(String sql) {
        Matcher matcher = FIRST_WORD.matcher(sql);
        return matcher.matches() ? matcher.group(1).toUpperCase(Locale.ROOT) : "";
    }

    /** Takes note of a statement that was executed. */
    synchronized void executed(String sql) {
        Matcher matcher = FIRST_WORD.matcher(sql);
        String word = matcher.matches() ? matcher.group(1).toUpperCase(Locale.ROOT) : "";
        switch (word) {
            case "SET":
            case "RESET":
                remember(word.equals("RESET"), matcher.group(2).trim(), sql);
                break;
            case "BEGIN":
            case "START":
                inTransaction = true;
                break;
            case "COMMIT":
            case "ROLLBACK":
                inTransaction = false;
                break;
            default:
                inTransaction |= !autoCommit;
        }
    }

    /** Keeps the last of the statements that change a setting. One that only shows it has no value. */
    private void remember(boolean reset, String rest, String sql) {
        if (!reset && rest.indexOf('=') < 0) {
            return;
        }
        String setting = rest.split("=", 2)[0].trim().toLowerCase(Locale.ROOT);
        if (setting.isEmpty()) {
            settings.clear();
        }
        settings.remove(setting);
        settings.put(setting, sql);
    }

    /** Takes note of a schema that was set. */
    synchronized void schema(String schema) {
        remember(false, "'schema' =", "SET 'schema' = '" + schema.replace("'", "''") + "'");
    }

    /** Takes note of autocommit being switched, which ends a transaction. */
    synchronized void autoCommit(boolean on) {
        autoCommit = on;
        inTransaction = false;
    }

    /** Takes note of the end of a transaction. */
    synchronized void transactionEnded() {
        inTransaction = false;
    }

    synchronized boolean isAutoCommit() {
        return autoCommit;
    }

    /** Whether a transaction may be open, which cannot be brought back. */
    synchronized boolean isInTransaction() {
        return inTransaction;
    }

    /** The statements that give a new session the settings of this one. */
    synchronized List<String> replay() {
        return new ArrayList<>(settings.values());
    }
}
