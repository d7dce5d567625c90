package io.tidemark.connectors.kafka;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * A producer that writes one transaction after another. Opening it ends whatever transaction an earlier one of the same id has left, and
 * shuts that one out. Used by one thread at a time; after an error it can only be closed.
 *
 * <p><b>Errors</b>: EXTERNAL_REJECTED if another one has been opened since; {@link UncheckedIOException} for what may pass.
 */
final class TransactionalWriter implements AutoCloseable {

    private final KafkaProducer<byte[], byte[]> producer;
    private final TransactionWatch watch;
    private final String transactionalId;
    private final String topic;
    private final long timeoutNanos;
    private Transaction transaction = new Transaction();
    private boolean open;
    private long openedNanos;

    /** What has gone wrong with the messages of a transaction; set by the producer's thread. */
    private static final class Transaction {
        private volatile @Nullable Exception failure;
    }

    private TransactionalWriter(
            KafkaProducer<byte[], byte[]> producer,
            TransactionWatch watch,
            String transactionalId,
            String topic,
            Duration timeout) {
        this.producer = producer;
        this.watch = watch;
        this.transactionalId = transactionalId;
        this.topic = topic;
        this.timeoutNanos = timeout.toNanos();
    }

    /**
     * Opens a writer.
     *
     * @param topic what is written, for messages
     */
    static TransactionalWriter open(ClientSettings settings, String transactionalId, String topic) {
        KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                settings.producer(transactionalId), new ByteArraySerializer(), new ByteArraySerializer());
        TransactionalWriter writer = new TransactionalWriter(
                producer,
                TransactionWatch.open(settings, transactionalId),
                transactionalId,
                topic,
                settings.transactionTimeout());
        try {
            producer.initTransactions();
            return writer;
        } catch (KafkaException | IllegalStateException e) {
            writer.close();
            throw writer.error(e);
        }
    }

    /** Whether a transaction has been begun and not ended. */
    boolean isOpen() {
        return open;
    }

    /** The number of partitions of the topic. */
    int partitionCount() {
        try {
            return producer.partitionsFor(topic).size();
        } catch (KafkaException | IllegalStateException e) {
            throw error(e);
        }
    }

    /** Hands a message over, in the present transaction or a new one. */
    void send(ProducerRecord<byte[], byte[]> message) {
        try {
            if (!open) {
                producer.beginTransaction();
                open = true;
                openedNanos = System.nanoTime();
                transaction = new Transaction();
            }
            Transaction current = transaction;
            Future<RecordMetadata> unused = producer.send(message, (metadata, error) -> {
                if (error != null && current.failure == null) {
                    current.failure = error;
                }
            });
        } catch (KafkaException | IllegalStateException e) {
            throw error(e);
        }
        checkDelivered();
    }

    private void checkDelivered() {
        Exception failed = transaction.failure;
        if (failed != null) {
            throw error(failed);
        }
    }

    /** Waits until the brokers hold everything sent. */
    void flush() {
        try {
            producer.flush();
        } catch (KafkaException | IllegalStateException e) {
            throw error(e);
        }
        checkDelivered();
    }

    /** Makes the transaction visible: when this returns, it is. After an error it may be visible or not. */
    void commit() {
        try {
            producer.commitTransaction();
            open = false;
            watch.awaitEnd();
        } catch (KafkaException | IllegalStateException e) {
            Exception first = transaction.failure;
            throw error(first == null ? e : first);
        }
    }

    /** Gives the transaction up. */
    void abort() {
        try {
            producer.abortTransaction();
            open = false;
        } catch (KafkaException | IllegalStateException e) {
            throw error(e);
        }
    }

    private RuntimeException error(Exception error) {
        Throwable cause = KafkaErrors.root(error);
        if (!isShutOut(cause)) {
            return KafkaErrors.of("writing to topic \"" + topic + "\"", error);
        }
        if (open && System.nanoTime() - openedNanos >= timeoutNanos) {
            String message = "the transaction on topic \"" + topic + "\" took longer than "
                    + Duration.ofNanos(timeoutNanos).toSeconds() + " s, and was ended by the broker";
            return new UncheckedIOException(message, new IOException(error));
        }
        return CodedException.of(
                        ErrorCode.EXTERNAL_REJECTED,
                        "another writer has taken over transactional id \"" + transactionalId + "\" for topic \""
                                + topic + "\"")
                .cause(error)
                .hint("stop the other server, or give each its own option \"" + KafkaOptions.TRANSACTIONAL_ID_PREFIX
                        + "\"");
    }

    private static boolean isShutOut(Throwable cause) {
        return cause instanceof ProducerFencedException
                || cause instanceof InvalidProducerEpochException
                || cause instanceof InvalidTxnStateException
                || cause instanceof InvalidPidMappingException;
    }

    /** Closes at once: a transaction that is open is left to the broker, or to the next writer of the same id. */
    @Override
    public void close() {
        producer.close(Duration.ZERO);
        watch.close();
    }
}
