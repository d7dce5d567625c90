package io.tidemark.connectors.kafka;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes each epoch in one transaction, together with the epoch's number.
 *
 * <p>A consumer that reads only what is committed sees an epoch whole or not at all. Opening the sink ends the transaction that a crash has
 * left and then reads the number of the last epoch, so that the number is exact. After an error that may pass the connection is made anew in
 * the same way, because a commit that has failed may have succeeded at the broker.
 *
 * <p><b>Shape</b>: in UPDATE a row of weight -1 becomes a message without a value.
 */
final class KafkaSink implements EpochSink {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaSink.class);

    private final Spec spec;
    private final Supplier<Opened> connection;
    private @Nullable TransactionalWriter writer;
    private long lastCommitted;

    /** The epoch begun last; the same as {@link #lastCommitted} where none is under way. */
    private long begun;

    private boolean active;
    private boolean prepared;
    private long rows;

    /** How a sink's messages are made. */
    record Spec(
            MessageEncoder encoder,
            Partitioning partitioning,
            boolean upsert,
            String transactionalId,
            String epochTopic) {}

    /** A connection, with what was found when it was made. */
    record Opened(TransactionalWriter writer, long lastCommitted) {}

    /** How partitions are chosen. */
    enum Partitioning {
        BY_KEY,
        FIXED,
        ROUND_ROBIN
    }

    /**
     * Opens the sink.
     *
     * @param connection makes a connection, now and after errors
     */
    KafkaSink(Spec spec, Supplier<Opened> connection) {
        this.spec = spec;
        this.connection = connection;
        connect();
        this.begun = lastCommitted;
    }

    /** The connection, made anew after an error; brokers that were there once may come back. */
    private TransactionalWriter connected() {
        TransactionalWriter current = writer;
        if (current != null) {
            return current;
        }
        try {
            return connect();
        } catch (CodedException e) {
            if (e.code() == ErrorCode.EXTERNAL_UNREACHABLE) {
                throw new UncheckedIOException(e.getMessage(), new IOException(e));
            }
            throw e;
        }
    }

    private TransactionalWriter connect() {
        Opened opened = connection.get();
        writer = opened.writer();
        lastCommitted = opened.lastCommitted();
        return opened.writer();
    }

    /** After an error nothing is certain but what the broker says when asked anew. */
    private RuntimeException failed(RuntimeException error) {
        active = false;
        disconnect();
        return error;
    }

    private void disconnect() {
        TransactionalWriter current = writer;
        writer = null;
        if (current != null) {
            current.close();
        }
    }

    @Override
    public long lastCommittedEpoch() {
        connected();
        return lastCommitted;
    }

    @Override
    public void begin(long epoch) {
        TransactionalWriter current = connected();
        if (active || current.isOpen()) {
            throw CodedException.internal("epoch " + epoch + " begins before epoch " + begun + " has ended");
        }
        if (epoch <= lastCommitted) {
            throw CodedException.internal("epoch " + epoch + " begins after epoch " + lastCommitted + " was committed");
        }
        begun = epoch;
        active = true;
        prepared = false;
    }

    private TransactionalWriter active() {
        TransactionalWriter current = writer;
        if (!active || current == null) {
            throw CodedException.internal("epoch " + begun + " is gone on with after it has ended or failed");
        }
        return current;
    }

    @Override
    public void write(Batch delta) {
        TransactionalWriter current = active();
        try {
            spec.encoder().take(delta);
            for (int i = 0; i < delta.selectedCount(); i++) {
                int row = delta.position(i);
                write(current, row, delta.weight(row));
            }
        } catch (CodedException | UncheckedIOException e) {
            throw failed(e);
        }
    }

    private void write(TransactionalWriter current, int row, int weight) {
        if (spec.upsert()) {
            current.send(spec.encoder().encode(row, weight < 0, null));
            return;
        }
        if (weight <= 0) {
            throw CodedException.internal("a row of weight " + weight + " reached a topic that is only appended to");
        }
        for (int copies = weight; copies > 0; copies--) {
            ProducerRecord<byte[], byte[]> message = spec.encoder().encode(row, false, partition(current));
            current.send(message);
        }
    }

    private @Nullable Integer partition(TransactionalWriter current) {
        return switch (spec.partitioning()) {
            case BY_KEY -> null;
            case FIXED -> Math.floorMod(spec.transactionalId().hashCode(), current.partitionCount());
            case ROUND_ROBIN -> (int) (rows++ % current.partitionCount());
        };
    }

    @Override
    public void prepare() {
        try {
            active().flush();
            prepared = true;
        } catch (CodedException | UncheckedIOException e) {
            throw failed(e);
        }
    }

    @Override
    public void commit() {
        if (begun == lastCommitted) {
            return;
        }
        if (!prepared) {
            throw CodedException.internal("epoch " + begun + " is committed before it is prepared");
        }
        TransactionalWriter current = active();
        try {
            current.send(EpochMarkers.marker(spec.epochTopic(), spec.transactionalId(), begun));
            current.commit();
            lastCommitted = begun;
            active = false;
        } catch (CodedException | UncheckedIOException e) {
            throw failed(e);
        }
    }

    /** What can't be given up in order is left to the broker: the next connection ends it. */
    @Override
    public void abort() {
        TransactionalWriter current = writer;
        active = false;
        if (current != null && current.isOpen()) {
            try {
                current.abort();
            } catch (CodedException | UncheckedIOException e) {
                LOG.warn("giving up epoch {}: {}", begun, e.getMessage());
                disconnect();
            }
        }
        begun = lastCommitted;
    }

    @Override
    public void close() {
        abort();
        disconnect();
    }
}
