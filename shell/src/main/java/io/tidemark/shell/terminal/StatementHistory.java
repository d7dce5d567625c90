package io.tidemark.shell.terminal;

import java.time.Instant;
import java.util.regex.Pattern;
import org.jline.reader.impl.history.DefaultHistory;

/** What was typed, without statements that may have a password or a secret in them: the history is a file in the clear. */
final class StatementHistory extends DefaultHistory {

    private static final Pattern CONFIDENTIAL = Pattern.compile("password|secret", Pattern.CASE_INSENSITIVE);

    @Override
    public void add(Instant time, String line) {
        if (!CONFIDENTIAL.matcher(line).find()) {
            super.add(time, line);
        }
    }
}
