package io.tidemark.server.avatica;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The two texts with which the driver says what Avatica's protocol has no call for: {@code CANCEL STATEMENT 'connection/statement'} and {@code
 * SHOW WARNINGS FOR 'connection/statement'}.
 */
final class ProtocolStatements {

    private static final Pattern CANCEL = Pattern.compile("CANCEL STATEMENT '([^']+/\\d+)'");
    private static final Pattern SHOW_WARNINGS = Pattern.compile("SHOW WARNINGS FOR '([^']+/\\d+)'");

    private ProtocolStatements() {}

    /** The text of a statement as it was sent: the protocol leaves an empty one out. */
    static String received(@Nullable String text) {
        return text == null ? "" : text;
    }

    static boolean isCancel(String sql) {
        return CANCEL.matcher(sql).matches();
    }

    static boolean isShowWarnings(String sql) {
        return SHOW_WARNINGS.matcher(sql).matches();
    }

    /** The statement meant, as {@code connection/statement}. */
    static String target(String sql) {
        Matcher matcher = isCancel(sql) ? CANCEL.matcher(sql) : SHOW_WARNINGS.matcher(sql);
        return matcher.matches() ? matcher.group(1) : "";
    }
}
