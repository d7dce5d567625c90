package io.tidemark.shell.session;

import io.tidemark.shell.script.SqlLexer;
import io.tidemark.shell.script.SqlToken;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What {@code sys.queries} and {@code sys.sources} tell of the queries that a statement is about: their epoch, the rows that they have
 * read, and how many of them a second. Asked over a connection of its own, which is opened when it is needed.
 *
 * <p>A statement is about the queries that it names, by themselves or by what they write; FLUSH without a name is about all. A server
 * that does not tell is not asked again.
 */
final class ServerProgress implements Supplier<Optional<String>> {

    private static final String QUESTION =
            "SELECT q.name, q.sink, q.epoch, SUM(s.rows_read) FROM sys.queries q JOIN sys.sources s"
                    + " ON s.query = q.name WHERE q.state = 'RUNNING' GROUP BY q.name, q.sink, q.epoch";
    private static final Set<String> LONG = Set.of("CREATE", "INSERT", "FLUSH", "EXECUTE", "STOP", "RESUME");
    private static final int KEPT = 10;
    private static final double NANOS = 1e9;

    private final Target target;
    private final Set<String> words = new HashSet<>();
    private final boolean aboutAll;
    private final Deque<Reading> readings = new ArrayDeque<>();
    private final Lock lock = new ReentrantLock();
    private volatile boolean ended;
    private boolean useless;
    private @Nullable Connection connection;

    private record Reading(long at, long rows) {}

    ServerProgress(Target target, String sql) {
        this.target = target;
        for (SqlToken token : SqlLexer.tokens(sql)) {
            if (token.kind() == SqlToken.Kind.WORD || token.kind() == SqlToken.Kind.QUOTED_NAME) {
                words.add(token.of(sql).replace("\"", "").toLowerCase(Locale.ROOT));
            }
        }
        String first = sql.strip().split("\\s+", 2)[0].toUpperCase(Locale.ROOT);
        this.useless = !LONG.contains(first);
        this.aboutAll = first.equals("FLUSH") && words.size() == 1;
    }

    @Override
    public Optional<String> get() {
        if (useless || ended) {
            return Optional.empty();
        }
        lock.lock();
        try {
            Connection current = connection == null ? target.connect() : connection;
            connection = current;
            return read(current);
        } catch (SQLException e) {
            useless = true; // What runs will say what is wrong, if anything is.
            return Optional.empty();
        } finally {
            lock.unlock();
            if (ended) {
                end();
            }
        }
    }

    private Optional<String> read(Connection current) throws SQLException {
        long rowsRead = 0;
        long epoch = 0;
        int queries = 0;
        try (Statement statement = current.createStatement();
                ResultSet rows = statement.executeQuery(QUESTION)) {
            while (rows.next()) {
                if (isAbout(rows.getString(1)) || isAbout(rows.getString(2))) {
                    rowsRead += rows.getLong(4);
                    epoch = Math.max(epoch, rows.getLong(3));
                    queries++;
                }
            }
        }
        return queries == 0 ? Optional.empty() : Optional.of(text(queries, epoch, rowsRead));
    }

    private boolean isAbout(@Nullable String name) {
        if (name == null) {
            return false;
        }
        String lower = name.toLowerCase(Locale.ROOT);
        return aboutAll || words.contains(lower.substring(lower.lastIndexOf('.') + 1));
    }

    private String text(int queries, long epoch, long rowsRead) {
        long now = System.nanoTime();
        readings.add(new Reading(now, rowsRead));
        while (readings.size() > KEPT) {
            readings.remove();
        }
        Reading first = readings.element();
        double seconds = (now - first.at()) / NANOS;
        String rate = seconds <= 0
                ? ""
                : String.format(Locale.ROOT, " (%,.0f rows/s)", Math.max(0, rowsRead - first.rows()) / seconds);
        return String.format(
                Locale.ROOT,
                "%s%,d rows read%s",
                queries == 1 ? "epoch " + epoch + ", " : queries + " queries, ",
                rowsRead,
                rate);
    }

    /** The statement is over. Who asks at this moment closes the connection, so that the result need not wait for the answer. */
    void end() {
        ended = true;
        if (lock.tryLock()) {
            try {
                close();
            } finally {
                lock.unlock();
            }
        }
    }

    private void close() {
        Connection current = connection;
        connection = null;
        if (current != null) {
            try {
                current.close();
            } catch (SQLException e) {
                useless = true; // It is closed as far as it can be.
            }
        }
    }
}
