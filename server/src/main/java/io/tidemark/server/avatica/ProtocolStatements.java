package io.tidemark.server.avatica;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The texts with which the driver says what Avatica's protocol has no call for: {@code CANCEL STATEMENT 'connection/statement'}, {@code
 * SHOW WARNINGS FOR 'connection/statement'} and {@code CLIENT PROGRAM 'name'}.
 */
final class ProtocolStatements {

    private static final Pattern CANCEL = Pattern.compile("CANCEL STATEMENT '([^']+/\\d+)'");
    private static final Pattern SHOW_WARNINGS = Pattern.compile("SHOW WARNINGS FOR '([^']+/\\d+)'");

    private static final Pattern PROGRAM = Pattern.compile("CLIENT PROGRAM '((?:[^']|'')*+)'", Pattern.DOTALL);

    private ProtocolStatements() {}

    /** What the client's program calls itself from now on, if that is what the text says. */
    static Optional<String> program(String sql) {
        Matcher matcher = PROGRAM.matcher(sql);
        return matcher.matches() ? Optional.of(matcher.group(1).replace("''", "'")) : Optional.<String>empty();
    }

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
