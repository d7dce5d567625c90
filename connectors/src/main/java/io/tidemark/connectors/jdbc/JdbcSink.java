package io.tidemark.connectors.jdbc;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes each epoch in one transaction, together with the epoch's number.
 *
 * <p>With a primary key a row replaces the one with its key, and a weight of -1 deletes it; without one rows are added. In COMPLETE mode an
 * epoch deletes every row first. After an error that may pass the connection is made anew and the number is read again, because a commit that
 * has failed may have succeeded in the database.
 */
final class JdbcSink implements EpochSink {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcSink.class);

    private final SinkSpec spec;
    private final Connecting connecting;
    private @Nullable JdbcSession session;
    private long lastCommitted;
    private long durable;

    /** The epoch begun last; the same as {@link #lastCommitted} where none is under way. */
    private long begun;

    private boolean active;
    private boolean prepared;

    /** Makes a session. */
    @FunctionalInterface
    interface Connecting {
        JdbcSession connect() throws SQLException;
    }

    private interface Step {
        void run() throws SQLException;
    }

    /** Opens the sink. */
    JdbcSink(SinkSpec spec, Connecting connecting) {
        this.spec = spec;
        this.connecting = connecting;
        try {
            connect();
        } catch (UncheckedIOException e) {
            throw CodedException.of(ErrorCode.EXTERNAL_UNREACHABLE, String.valueOf(e.getMessage()))
                    .cause(e)
                    .hint("start the database, or correct the option \"" + JdbcOptions.URL + "\"");
        }
        this.begun = lastCommitted;
    }

    private JdbcSession connect() {
        try {
            JdbcSession opened = connecting.connect();
            session = opened;
            lastCommitted = opened.lastCommitted();
            durable = Math.min(durable, lastCommitted);
            return opened;
        } catch (SQLException e) {
            disconnect();
            throw JdbcErrors.of(
                    "connecting to \"" + JdbcErrors.shown(spec.options().text(JdbcOptions.URL)) + "\"", e);
        }
    }

    private JdbcSession connected() {
        JdbcSession current = session;
        return current != null ? current : connect();
    }

    private JdbcSession active() {
        JdbcSession current = session;
        if (!active || current == null) {
            throw CodedException.internal("epoch " + begun + " is gone on with after it has ended or failed");
        }
        return current;
    }

    private void attempt(Step step) {
        try {
            step.run();
        } catch (SQLException e) {
            active = false;
            disconnect();
            throw JdbcErrors.of("writing to table \"" + spec.options().text(JdbcOptions.TABLE) + "\"", e);
        } catch (CodedException e) {
            active = false;
            disconnect();
            throw e;
        }
    }

    private void disconnect() {
        JdbcSession current = session;
        session = null;
        if (current != null) {
            try {
                current.close();
            } catch (SQLException e) {
                LOG.warn(
                        "closing the connection to table {}: {}",
                        spec.options().text(JdbcOptions.TABLE),
                        e.getMessage());
            }
        }
    }

    @Override
    public long lastCommittedEpoch() {
        connected();
        return lastCommitted;
    }

    @Override
    public long durableEpoch() {
        JdbcSession current = connected();
        if (durable < lastCommitted) {
            attempt(current::sync);
            durable = lastCommitted;
        }
        return durable;
    }

    @Override
    public void begin(long epoch) {
        JdbcSession current = connected();
        if (active) {
            throw CodedException.internal("epoch " + epoch + " begins before epoch " + begun + " has ended");
        }
        if (epoch <= lastCommitted) {
            throw CodedException.internal("epoch " + epoch + " begins after epoch " + lastCommitted + " was committed");
        }
        begun = epoch;
        active = true;
        prepared = false;
        if (spec.mode() == OutputMode.COMPLETE) {
            attempt(current::clear);
        }
    }

    @Override
    public void write(Batch delta) {
        JdbcSession current = active();
        attempt(() -> {
            for (int i = 0; i < delta.selectedCount(); i++) {
                int row = delta.position(i);
                write(current, delta, row, delta.weight(row));
            }
        });
    }

    private void write(JdbcSession current, Batch delta, int row, int weight) throws SQLException {
        boolean keyed = !spec.keyColumns().isEmpty();
        if (weight < 0 && spec.mode() == OutputMode.UPDATE && keyed) {
            current.remove(delta, row);
            return;
        }
        if (weight <= 0) {
            throw CodedException.internal("a row of weight " + weight + " reached a table that takes no deletions");
        }
        for (int copies = keyed ? 1 : weight; copies > 0; copies--) {
            current.put(delta, row);
        }
    }

    @Override
    public void prepare() {
        attempt(active()::flush);
        prepared = true;
    }

    @Override
    public void commit() {
        if (begun == lastCommitted) {
            return;
        }
        JdbcSession current = active();
        if (!prepared) {
            throw CodedException.internal("epoch " + begun + " is committed before it is prepared");
        }
        attempt(() -> current.commit(begun));
        lastCommitted = begun;
        active = false;
    }

    /** Where the rollback fails, closing the connection does the same. */
    @Override
    public void abort() {
        JdbcSession current = session;
        if (active && current != null) {
            try {
                current.rollback();
            } catch (SQLException e) {
                LOG.warn("rolling epoch {} back: {}", begun, e.getMessage());
                disconnect();
            }
        }
        active = false;
        begun = lastCommitted;
    }

    @Override
    public void close() {
        abort();
        disconnect();
    }
}
