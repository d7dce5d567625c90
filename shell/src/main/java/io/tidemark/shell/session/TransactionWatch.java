package io.tidemark.shell.session;

import io.tidemark.shell.script.SqlLexer;
import io.tidemark.shell.script.SqlToken;
import java.util.List;
import java.util.Locale;

/** Whether a transaction is open on the shell's connection, as its statements tell. */
final class TransactionWatch {

    private boolean open;

    /**
     * Notes that a statement was run.
     *
     * @param succeeded whether it did; a COMMIT or ROLLBACK ends the transaction also if it fails
     */
    void note(String sql, boolean succeeded) {
        List<String> words = SqlLexer.tokens(sql).stream()
                .filter(SqlToken::isCode)
                .limit(2)
                .map(token -> token.of(sql).toUpperCase(Locale.ROOT))
                .toList();
        String first = words.isEmpty() ? "" : words.get(0);
        boolean begins = first.equals("BEGIN") || (first.equals("START") && words.contains("TRANSACTION"));
        if (begins && succeeded) {
            open = true;
        } else if (first.equals("COMMIT") || first.equals("ROLLBACK")) {
            open = false;
        }
    }

    boolean isOpen() {
        return open;
    }

    /** The transaction has gone with its connection. */
    void lost() {
        open = false;
    }
}
