package io.tidemark.runtime.storage;

import io.tidemark.runtime.storage.commit.CommitCoordinator;
import io.tidemark.runtime.storage.commit.TransactionLog;
import io.tidemark.runtime.storage.log.Appended;
import io.tidemark.runtime.storage.versioned.VersionedRows;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A table's part in a commit to several streams and tables. */
final class TableMember implements CommitCoordinator.Member {

    private final InternalTable table;
    private final String id;
    private final ReentrantLock lock;
    private final VersionedRows rows;
    private final List<TableChange> changes;
    private @Nullable Appended appended;

    TableMember(InternalTable table, String id, ReentrantLock lock, VersionedRows rows, List<TableChange> changes) {
        this.table = table;
        this.id = id;
        this.lock = lock;
        this.rows = rows;
        this.changes = List.copyOf(changes);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public void lock() {
        lock.lock();
    }

    @Override
    public void unlock() {
        lock.unlock();
    }

    @Override
    public TransactionLog.Part stage() {
        return new TransactionLog.Part(id, true, table.stage(changes));
    }

    @Override
    public void unstage() {
        rows.rollback();
    }

    @Override
    public void append(TransactionLog.Part part, long number) {
        appended = table.append(part.group(number), part.rows().rowCount());
    }

    @Override
    public void await() {
        Appended written = appended;
        if (written != null) {
            written.await();
        }
    }

    @Override
    public void publish() {
        table.publishLast();
    }

    @Override
    public void announce() {
        table.announce();
    }
}
