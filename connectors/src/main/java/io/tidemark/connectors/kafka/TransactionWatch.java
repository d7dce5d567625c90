package io.tidemark.connectors.kafka;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees the end of a transaction. A producer's commit returns when it is certain that the transaction will become visible; the partitions are
 * told just after. Whoever reads a topic after FLUSH must not come in between.
 */
final class TransactionWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TransactionWatch.class);
    private static final long PATIENCE_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long PAUSE_NANOS = Duration.ofMillis(1).toNanos();

    private final Admin admin;
    private final String transactionalId;

    private TransactionWatch(Admin admin, String transactionalId) {
        this.admin = admin;
        this.transactionalId = transactionalId;
    }

    static TransactionWatch open(ClientSettings settings, String transactionalId) {
        return new TransactionWatch(Admin.create(settings.admin()), transactionalId);
    }

    /** Waits until a transaction that has been committed is visible. What is in the way is no error: it is committed. */
    void awaitEnd() {
        long begun = System.nanoTime();
        try {
            while (isEnding()) {
                if (System.nanoTime() - begun > PATIENCE_NANOS) {
                    LOG.warn("transaction {} is committed, but not visible after a while", transactionalId);
                    return;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (ExecutionException e) {
            LOG.info(
                    "transaction {} is committed; when it is visible cannot be told: {}",
                    transactionalId,
                    e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isEnding() throws ExecutionException, InterruptedException {
        TransactionState state = admin.describeTransactions(List.of(transactionalId))
                .description(transactionalId)
                .get()
                .state();
        return state == TransactionState.PREPARE_COMMIT;
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
