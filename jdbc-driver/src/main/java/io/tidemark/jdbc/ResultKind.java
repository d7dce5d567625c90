package io.tidemark.jdbc;

import io.tidemark.jdbc.error.Failures;
import io.tidemark.jdbc.error.InputFailures;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The one kind of result that there is: forward-only, read-only, and held over a commit. */
final class ResultKind {

    private static final Set<String> CHANGES = Set.of("INSERT", "UPDATE", "DELETE", "CREATE", "DROP");

    private ResultKind() {}

    /**
     * The warning about a kind that was asked for and is not given.
     *
     * @throws SQLException 22023 for a number that is no constant of {@link ResultSet}
     */
    static @Nullable SQLWarning downgrade(int type, int concurrency, int holdability) throws SQLException {
        require("type", type, ResultSet.TYPE_FORWARD_ONLY, ResultSet.TYPE_SCROLL_SENSITIVE);
        require("concurrency", concurrency, ResultSet.CONCUR_READ_ONLY, ResultSet.CONCUR_UPDATABLE);
        require("holdability", holdability, ResultSet.HOLD_CURSORS_OVER_COMMIT, ResultSet.CLOSE_CURSORS_AT_COMMIT);
        if (type == ResultSet.TYPE_FORWARD_ONLY
                && concurrency == ResultSet.CONCUR_READ_ONLY
                && holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT) {
            return null;
        }
        return Failures.downgraded();
    }

    /** Throws 07005 for a statement that changes rows, and so returns none; before it is executed. */
    static void requireRows(String sql) throws SQLException {
        String verb = SessionState.firstWord(sql);
        if (CHANGES.contains(verb)) {
            throw InputFailures.returnsNoRows(verb);
        }
    }

    private static void require(String what, int value, int least, int greatest) throws SQLException {
        if (value < least || value > greatest) {
            throw Failures.invalid("the " + what + " is " + value + ", expected one of ResultSet");
        }
    }
}
