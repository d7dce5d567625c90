package io.tidemark.runtime.storage.commit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Commits to one stream or table, or to several at once. Safe for use by several threads.
 *
 * <p>To several: all are locked, in the order of their ids; the changes are tried out; they are made durable in the {@link TransactionLog}; then
 * they go into the log of each; when the last of these is durable all become visible at once. Whatever fails before the first log leaves no
 * trace; what comes after it is repeated when the engine is opened. Whoever holds {@link #visibility} sees all of a commit or nothing.
 *
 * <p><b>Cost</b>: a sync for one; two, one after the other, for several, which are not written by others meanwhile.
 */
public final class CommitCoordinator implements AutoCloseable {

    private final ReentrantLock spanning = new ReentrantLock();
    private final ReentrantReadWriteLock visible = new ReentrantReadWriteLock();
    private final TransactionLog log;

    private CommitCoordinator(TransactionLog log) {
        this.log = log;
    }

    /** Opens what an engine's directory holds; to be called before any stream or table in it is opened. */
    public static CommitCoordinator open(Path storage, Executor executor) throws IOException {
        return new CommitCoordinator(TransactionLog.open(storage, executor));
    }

    /** Held while several streams and tables are looked at that are to show the same commits. */
    public Lock visibility() {
        return visible.readLock();
    }

    /** One stream or table of a commit, in the steps that all take together. */
    public interface Member {

        /** What orders the locking. */
        String id();

        void lock();

        void unlock();

        /** Tries the changes out and says what they come to. */
        TransactionLog.Part stage();

        /** Takes back what was tried out. */
        void unstage();

        /** Begins to write the part of a commit of that number to the own log. */
        void append(TransactionLog.Part part, long number);

        /** Returns when what was appended is durable. */
        void await();

        /** Makes it visible. */
        void publish();

        /** Tells whoever waits for it. */
        void announce();
    }

    /**
     * Makes all changes, or none.
     *
     * @throws io.tidemark.sql.error.CodedException what a member says against its changes
     */
    public void commit(List<? extends Member> members) {
        List<Member> ordered = new ArrayList<>(members);
        ordered.sort(Comparator.comparing(Member::id));
        spanning.lock();
        try {
            ordered.forEach(Member::lock);
            try {
                commitLocked(ordered);
            } finally {
                ordered.forEach(Member::unlock);
            }
        } finally {
            spanning.unlock();
        }
        ordered.forEach(Member::announce);
    }

    private void commitLocked(List<Member> members) {
        List<TransactionLog.Part> parts = new ArrayList<>();
        long number;
        try {
            members.forEach(member -> parts.add(member.stage()));
            number = log.append(parts);
        } catch (RuntimeException e) {
            members.forEach(Member::unstage);
            throw e;
        }
        appendAll(members, parts, number);
        members.forEach(Member::await);
        visible.writeLock().lock();
        try {
            members.forEach(Member::publish);
        } finally {
            visible.writeLock().unlock();
        }
        log.applied(number);
    }

    /** From here on the commit counts: where a log fails, the others still get their parts, and it gets its own when it is opened again. */
    private static void appendAll(List<Member> members, List<TransactionLog.Part> parts, long number) {
        List<RuntimeException> failures = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            try {
                members.get(i).append(parts.get(i), number);
            } catch (RuntimeException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
