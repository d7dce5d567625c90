package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.storage.change.Change;
import io.tidemark.runtime.storage.change.FeedLimits;
import io.tidemark.runtime.storage.change.PastChanges;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells subscribers what each published version changes. The writer never waits for a subscriber: what one has not taken waits in its own queue,
 * and if that gets too long the subscription ends with SUBSCRIPTION_LAG. The last changes are kept for those that come back.
 */
public final class ChangeFeed {

    private final Supplier<VersionedSnapshot> pin;
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

    /** Held while a version is published and while a subscription begins, so that one begins between two versions. */
    private final ReentrantLock publishing = new ReentrantLock();

    private final PastChanges past = new PastChanges();
    private volatile @Nullable CodedException closed;
    private volatile boolean finished;

    ChangeFeed(Supplier<VersionedSnapshot> pin) {
        this.pin = pin;
    }

    /**
     * Subscribes from the version that readers see now on.
     *
     * @throws CodedException the reason, if the feed has been closed
     */
    public Subscription subscribe(FeedLimits limits) {
        return subscribe(limits, snapshot -> List.of());
    }

    /**
     * Subscribes to the changes after a version, which come first, without the rows that were there before.
     *
     * @throws CodedException EPOCH_GONE if they are not kept, INVALID_PARAMETER if there is no such version yet; the reason, if the feed has been
     *     closed
     */
    public Subscription subscribeSince(long version, FeedLimits limits) {
        return subscribe(limits, snapshot -> after(version, snapshot.version()));
    }

    private Subscription subscribe(FeedLimits limits, Function<VersionedSnapshot, List<Change>> first) {
        publishing.lock();
        VersionedSnapshot snapshot = null;
        try {
            CodedException reason = closed;
            if (reason != null) {
                throw reason;
            }
            snapshot = pin.get();
            List<Change> missed = first.apply(snapshot);
            Subscription subscription = new Subscription(snapshot, limits.waitingRows(), subscriptions::remove);
            missed.forEach(subscription::offer);
            past.watched(snapshot.version(), limits.keptRows());
            snapshot = null;
            subscriptions.add(subscription);
            if (finished) {
                subscription.finish();
            }
            return subscription;
        } finally {
            if (snapshot != null) {
                snapshot.close();
            }
            publishing.unlock();
        }
    }

    private List<Change> after(long version, long present) {
        if (version > present) {
            throw CodedException.of(
                            ErrorCode.INVALID_PARAMETER,
                            "there is no epoch " + version + " yet: the last one is " + present)
                    .hint("give the epoch that was read last");
        }
        return version == present
                ? List.of()
                : past.after(version)
                        .orElseThrow(() -> CodedException.of(
                                        ErrorCode.EPOCH_GONE,
                                        "the changes since epoch " + version
                                                + " are not kept any longer; those since epoch " + past.since(present)
                                                + " are")
                                .hint("leave SINCE EPOCH out to begin with the rows as they are now"));
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
        exclusively(() -> {
            past.clear();
            subscriptions.forEach(subscription -> subscription.fail(reason));
        });
    }

    /** Whether somebody wants to know what a version changes. */
    boolean isWatched() {
        return !subscriptions.isEmpty() || past.isRecording();
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
        past.add(change, !subscriptions.isEmpty());
        for (Subscription subscription : subscriptions) {
            subscription.offer(change);
        }
    }
}
