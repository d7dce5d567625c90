package io.tidemark.benchmarks.rows;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;

/** Watches a relation on a connection and a thread of its own, and notes when each row comes. */
final class PushWatcher implements AutoCloseable {

    private final Connection connection;
    private final long firstId;
    private final long[] arrivals;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private PushWatcher(Connection connection, long firstId, int rows) {
        this.connection = connection;
        this.firstId = firstId;
        this.arrivals = new long[rows];
    }

    /** Watches from now on for so many rows from an id on, which come in the order of their ids. */
    static PushWatcher start(String url, String watched, long firstId, int rows) throws SQLException {
        PushWatcher watcher = new PushWatcher(DriverManager.getConnection(url), firstId, rows);
        Statement statement = watcher.connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT STREAM id, n FROM " + watched + " WHERE id >= " + firstId);
        Thread thread = new Thread(() -> watcher.watch(result), "watcher");
        thread.setDaemon(true);
        thread.start();
        return watcher;
    }

    private void watch(ResultSet result) {
        try {
            for (int i = 0; i < arrivals.length && result.next(); i++) {
                long now = System.nanoTime();
                if (result.getLong(1) != firstId + i) {
                    throw new IllegalStateException("row " + (firstId + i) + " came as " + result.getLong(1));
                }
                arrivals[i] = now;
            }
            ended.complete(null);
        } catch (SQLException | RuntimeException e) {
            ended.completeExceptionally(e);
        }
    }

    /** When each row came, in nanoseconds of this process's clock; waits for the last one. */
    long[] arrivals() {
        ended.join();
        return arrivals;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
