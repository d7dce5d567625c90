package io.tidemark.runtime.storage.versioned;

import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells subscribers what each published version changes. The writer never waits for a subscriber: what one has not taken waits in its own queue,
 * and if that gets too long the subscription ends with SUBSCRIPTION_LAG.
 */
public final class ChangeFeed {

    private final Supplier<VersionedSnapshot> pin;
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

    /** Held while a version is published and while a subscription begins, so that one begins between two versions. */
    private final ReentrantLock publishing = new ReentrantLock();

    private volatile @Nullable CodedException closed;
    private volatile boolean finished;

    ChangeFeed(Supplier<VersionedSnapshot> pin) {
        this.pin = pin;
    }

    /**
     * Subscribes from the version that readers see now on.
     *
     * @param capacityRows how many rows may wait for the subscriber; a single change may be greater
     * @throws CodedException the reason, if the feed has been closed
     */
    public Subscription subscribe(long capacityRows) {
        publishing.lock();
        try {
            CodedException reason = closed;
            if (reason != null) {
                throw reason;
            }
            Subscription subscription = new Subscription(pin.get(), capacityRows, subscriptions::remove);
            subscriptions.add(subscription);
            if (finished) {
                subscription.finish();
            }
            return subscription;
        } finally {
            publishing.unlock();
        }
    }

    /** Ends every subscription, present and to come, with the error given, until {@link #reopen}. */
    public void close(CodedException reason) {
        exclusively(() -> {
            closed = reason;
            endAll(reason);
        });
    }

    /** Takes subscriptions again after {@link #close}. */
    public void reopen() {
        closed = null;
    }

    /** Says that no more changes will come: subscriptions, present and to come, end after what there is. */
    public void finish() {
        exclusively(() -> {
            finished = true;
            subscriptions.forEach(Subscription::finish);
        });
    }

    /** Ends every present subscription with the error given. */
    void endAll(CodedException reason) {
        exclusively(() -> subscriptions.forEach(subscription -> subscription.fail(reason)));
    }

    boolean hasSubscribers() {
        return !subscriptions.isEmpty();
    }

    void exclusively(Runnable action) {
        publishing.lock();
        try {
            action.run();
        } finally {
            publishing.unlock();
        }
    }

    void deliver(Change change) {
        for (Subscription subscription : subscriptions) {
            subscription.offer(change);
        }
    }
}
