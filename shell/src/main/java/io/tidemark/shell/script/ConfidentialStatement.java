package io.tidemark.shell.script;

import java.util.regex.Pattern;

/** Tells which statements may have a password or a secret in them, mistyped ones too, so that they are not shown or kept. */
public final class ConfidentialStatement {

    private static final Pattern ABOUT_DATA = Pattern.compile(
            "\\A\\s*(?:SELECT|INSERT|UPDATE|DELETE|MERGE|WITH|VALUES|SHOW|SET|DESCRIBE|DROP)\\b",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern NAMED = Pattern.compile(
            "password|passphrase|secret|jaas|credential|keystore\\.key|private-key", Pattern.CASE_INSENSITIVE);
    private static final Pattern QUERY_OR_OPTIONS =
            Pattern.compile("\\bSELECT\\b|\\bWITH\\s*\\(", Pattern.CASE_INSENSITIVE);

    private ConfidentialStatement() {}

    /** Whether a statement names something confidential, or is a definition with a literal that no query and no option explains. */
    public static boolean is(String statement) {
        if (ABOUT_DATA.matcher(statement).find()) {
            return false;
        }
        return NAMED.matcher(statement).find()
                || (statement.indexOf('\'') >= 0
                        && !QUERY_OR_OPTIONS.matcher(statement).find());
    }
}
