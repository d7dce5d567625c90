package io.tidemark.connectors.jdbc;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to the database with the statements that a sink needs. Rows are collected and sent several at a time.
 *
 * <p>Deletions are sent before insertions, so that a row may be replaced by deleting it first.
 */
final class JdbcSession implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcSession.class);

    /** H2's state for a statement that only an administrator may run. */
    private static final String NEEDS_ADMINISTRATOR = "90040";

    private final Connection connection;
    private final TargetTable table;
    private final EpochTable epochs;
    private final RowBinder binder;
    private final List<Integer> allColumns;
    private final List<Integer> keyColumns;
    private final boolean replacing;
    private final long maxRows;
    private final Optional<String> sync;
    private final PreparedStatement insert;
    private final @Nullable PreparedStatement delete;
    private long pending;

    private JdbcSession(Connection connection, SinkSpec spec, SqlDialect dialect, TableFinder finder)
            throws SQLException {
        boolean keyed = !spec.keyColumns().isEmpty() && spec.mode() != OutputMode.COMPLETE;
        this.connection = connection;
        this.table = finder.find();
        this.epochs = EpochTable.open(connection, finder, table.schemaPrefix(), spec.sinkId());
        this.binder = new RowBinder(table.columns(), spec.zone());
        this.allColumns = IntStream.range(0, spec.schema().size()).boxed().toList();
        this.keyColumns = spec.keyColumns();
        this.maxRows = spec.options().integer(JdbcOptions.MAX_ROWS);
        this.sync = dialect.sync();
        Optional<String> upsert =
                keyed ? dialect.upsert(table.name(), table.columnNames(), table.key()) : Optional.empty();
        this.replacing = keyed && upsert.isEmpty();
        this.insert = connection.prepareStatement(upsert.orElseGet(this::plainInsert));
        this.delete = keyed ? connection.prepareStatement(deleteByKey()) : null;
    }

    /**
     * Finds or creates the tables and makes the statements ready.
     *
     * @param connection belongs to the session from now on, also if this fails
     */
    static JdbcSession open(Connection connection, SinkSpec spec, SqlDialect dialect) throws SQLException {
        try {
            connection.setAutoCommit(false);
            return new JdbcSession(connection, spec, dialect, new TableFinder(connection, dialect, spec));
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private String plainInsert() {
        return "INSERT INTO " + table.name() + " (" + String.join(", ", table.columnNames()) + ") VALUES ("
                + table.columns().stream().map(column -> "?").collect(Collectors.joining(", ")) + ")";
    }

    private String deleteByKey() {
        return "DELETE FROM " + table.name() + " WHERE "
                + table.key().stream().map(column -> column + " = ?").collect(Collectors.joining(" AND "));
    }

    long lastCommitted() throws SQLException {
        return epochs.lastCommitted();
    }

    /** Deletes every row. */
    void clear() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM " + table.name());
        }
    }

    /** Inserts a row, or puts it in place of the one with the same key. */
    void put(Batch batch, int row) throws SQLException {
        if (replacing) {
            remove(batch, row);
        }
        binder.bind(batch, row, allColumns, insert);
        insert.addBatch();
        count();
    }

    /** Deletes the row with the same key. */
    void remove(Batch batch, int row) throws SQLException {
        PreparedStatement statement = delete;
        if (statement != null) {
            binder.bind(batch, row, keyColumns, statement);
            statement.addBatch();
            count();
        }
    }

    private void count() throws SQLException {
        pending++;
        if (pending >= maxRows) {
            flush();
        }
    }

    /** Sends what has been collected. */
    void flush() throws SQLException {
        if (pending > 0) {
            pending = 0;
            if (delete != null) {
                delete.executeBatch();
            }
            insert.executeBatch();
        }
    }

    /** Commits what has been sent, together with the epoch's number. */
    void commit(long epoch) throws SQLException {
        epochs.advance(epoch);
        connection.commit();
    }

    /** Makes what is committed safe from a loss of power, where a commit has not done so and the user may ask for it. */
    void sync() throws SQLException {
        if (sync.isPresent()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sync.get());
            } catch (SQLException e) {
                if (!NEEDS_ADMINISTRATOR.equals(e.getSQLState())) {
                    throw e;
                }
                LOG.info(
                        "the user of table {} may not ask for its commits to be safe from a loss of power",
                        table.name());
            }
        }
    }

    /** Takes back what has not been committed. */
    void rollback() throws SQLException {
        pending = 0;
        insert.clearBatch();
        if (delete != null) {
            delete.clearBatch();
        }
        connection.rollback();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
