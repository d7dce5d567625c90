package io.tidemark.runtime.storage;

import io.tidemark.runtime.storage.commit.CommitCoordinator;
import io.tidemark.runtime.storage.commit.TransactionLog;
import io.tidemark.runtime.storage.log.SegmentedLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table's part in a commit to several streams and tables. */
final class TableMember implements CommitCoordinator.Member {

    private final InternalTable table;
    private final String id;
    private final List<TableChange> changes;
    private SegmentedLog.@Nullable Appended appended;

    TableMember(InternalTable table, String id, List<TableChange> changes) {
        this.table = table;
        this.id = id;
        this.changes = List.copyOf(changes);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public void lock() {
        table.lock().lock();
    }

    @Override
    public void unlock() {
        table.lock().unlock();
    }

    @Override
    public TransactionLog.Part stage() {
        return new TransactionLog.Part(id, true, table.stage(changes));
    }

    @Override
    public void unstage() {
        table.unstage();
    }

    @Override
    public void append(TransactionLog.Part part, long number) {
        appended = table.append(part.group(number), part.rows().rowCount());
    }

    @Override
    public void await() {
        SegmentedLog.Appended written = appended;
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
