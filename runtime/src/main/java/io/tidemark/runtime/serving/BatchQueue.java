package io.tidemark.runtime.serving;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Hands batches from the thread that makes them to a client that fetches them. The maker waits while the queue is full, so it never runs far
 * ahead of a slow client. Thread-safe.
 */
public final class BatchQueue {

    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Item> items = new ArrayDeque<>();
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
    private boolean finished;
    private Optional<CodedException> failure = Optional.empty();

    /**
     * Rows for the client.
     *
     * @param epoch the epoch that made them
     * @param batch the rows, with their weights
     * @param lastOfEpoch whether no more batches of the epoch come
     */
    public record Item(long epoch, Batch batch, boolean lastOfEpoch) {}

    /** A queue that holds so many batches. */
    public BatchQueue(int capacity) {
        this.capacity = capacity;
    }

    /**
     * Adds a batch, waiting for room.
     *
     * @throws CodedException CANCELLED if the client has gone
     */
    public void put(Item item) {
        List<CompletableFuture<Void>> told;
        lock.lock();
        try {
            while (items.size() >= capacity && !finished) {
                changed.awaitUninterruptibly();
            }
            if (finished) {
                throw failure.orElseGet(BatchQueue::cancelled);
            }
            items.add(item);
            changed.signalAll();
            told = takeWaiting();
        } finally {
            lock.unlock();
        }
        told.forEach(ready -> ready.complete(null));
    }

    /**
     * Takes the next batch, waiting for one if need be.
     *
     * @return empty if none came in time, or if there will be none: see {@link #isDone}
     * @throws CodedException what made the query fail, once all rows before it have been taken
     * @throws InterruptedException if the client's thread is interrupted
     */
    public Optional<Item> poll(Duration timeout) throws InterruptedException {
        long left = timeout.toNanos();
        lock.lockInterruptibly();
        try {
            while (items.isEmpty() && !finished && left > 0) {
                left = changed.awaitNanos(left);
            }
            Item item = items.poll();
            if (item != null) {
                changed.signalAll();
                return Optional.of(item);
            }
            if (failure.isPresent()) {
                throw failure.get();
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Completes when {@link #poll} has something to say without waiting: a batch, the end, or an error. Each caller gets a future of its own, and
     * may complete it when it waits no longer.
     */
    public CompletableFuture<Void> whenReady() {
        CompletableFuture<Void> ready = new CompletableFuture<>();
        lock.lock();
        try {
            if (!items.isEmpty() || finished) {
                ready.complete(null);
                return ready;
            }
            waiting.removeIf(CompletableFuture::isDone);
            waiting.add(ready);
        } finally {
            lock.unlock();
        }
        return ready;
    }

    /** Those to be told, outside the lock, because they go on in the thread that tells them. */
    private List<CompletableFuture<Void>> takeWaiting() {
        List<CompletableFuture<Void>> taken = List.copyOf(waiting);
        waiting.clear();
        return taken;
    }

    /**
     * Waits until the queue is full or nothing more will come.
     *
     * @throws CodedException what made the query fail, although not all rows before it have been taken
     */
    public void awaitFull() {
        lock.lock();
        try {
            while (items.size() < capacity && !finished) {
                changed.awaitUninterruptibly();
            }
            if (failure.isPresent()) {
                throw failure.get();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether everything has been taken and nothing more will come. */
    public boolean isDone() {
        lock.lock();
        try {
            return finished && items.isEmpty() && failure.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Says that nothing more will come. */
    public void finish() {
        end(Optional.empty());
    }

    /** Says that nothing more will come, because of an error. */
    public void fail(CodedException error) {
        end(Optional.of(error));
    }

    /** The client goes: what is in the queue is dropped, and who puts more is told. */
    public void cancel() {
        lock.lock();
        try {
            items.clear();
        } finally {
            lock.unlock();
        }
        end(Optional.of(cancelled()));
    }

    private void end(Optional<CodedException> error) {
        List<CompletableFuture<Void>> told;
        lock.lock();
        try {
            if (finished) {
                return;
            }
            finished = true;
            failure = error;
            changed.signalAll();
            told = takeWaiting();
        } finally {
            lock.unlock();
        }
        told.forEach(ready -> ready.complete(null));
    }

    private static CodedException cancelled() {
        return CodedException.of(ErrorCode.CANCELLED, "the statement was cancelled");
    }
}
