package io.tidemark.server.transaction;

import io.tidemark.runtime.storage.transaction.StorageSavepoint;
import io.tidemark.server.activity.StatementControl;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one session, one after the other. While autocommit is off, the first statement after the last transaction begins one; BEGIN
 * begins one in any case; a batch is one of its own where there is none. Thread-safe: the statements of a transaction run one at a time.
 */
public final class Transactions implements AutoCloseable {

    private final OpenTransaction.Scope scope;

    /** Held while a statement of a transaction runs, and while the transaction changes. */
    private final ReentrantLock lock = new ReentrantLock();

    private boolean autoCommit = true;
    private @Nullable OpenTransaction current;

    /** Whether something has taken effect since the batch under way began. */
    private boolean tookEffect;

    /** No transaction; autocommit is on. */
    public Transactions(OpenTransaction.Scope scope) {
        this.scope = scope;
    }

    /**
     * Runs a statement: alone if a transaction is open or it may begin one, else beside others.
     *
     * @throws CodedException CANCELLED if it was cancelled before its turn
     */
    public <T> T run(StatementControl control, Supplier<T> statement) {
        control.lock(lock);
        try {
            if (!autoCommit || current != null) {
                return statement.get();
            }
        } finally {
            lock.unlock();
        }
        return statement.get();
    }

    private <T> T alone(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private void alone(Runnable action) {
        alone(() -> {
            action.run();
            return this;
        });
    }

    /** The transaction that a statement belongs to, begun if need be; nothing if it is one by itself. */
    public Optional<OpenTransaction> current() {
        return alone(this::begunIfNeeded);
    }

    private Optional<OpenTransaction> begunIfNeeded() {
        OpenTransaction open = current;
        if (open == null && !autoCommit) {
            open = OpenTransaction.begin(OpenTransaction.Kind.IMPLICIT, scope);
            current = open;
        }
        return Optional.ofNullable(open);
    }

    /**
     * Lets a statement run that can't be part of a transaction. One that has changed nothing, and was not begun by BEGIN, ends before it.
     *
     * @param what the statement in words
     * @param changes whether it changes something, which a ROLLBACK would leave changed
     * @throws CodedException OPEN_TRANSACTION if a transaction is in its way
     */
    public void outside(String what, boolean changes) {
        alone(() -> endBefore(what, changes));
    }

    private void endBefore(String what, boolean changes) {
        OpenTransaction open = current;
        if (open == null) {
            tookEffect = true;
            return;
        }
        if (open.kind() == OpenTransaction.Kind.BATCH) {
            commit();
            return;
        }
        if (open.kind() == OpenTransaction.Kind.EXPLICIT || open.storage().changedRows() > 0) {
            throw CodedException.of(
                            ErrorCode.OPEN_TRANSACTION,
                            what + " cannot run inside a transaction" + (changes ? ", and would not be undone" : ""))
                    .hint("COMMIT or ROLLBACK first");
        }
        rollback();
        tookEffect = true;
    }

    /** Begins a transaction. */
    public void begin() {
        alone(this::beginExplicit);
    }

    private void beginExplicit() {
        OpenTransaction open = current;
        if (open != null
                && (open.kind() == OpenTransaction.Kind.EXPLICIT
                        || open.storage().changedRows() > 0)) {
            throw CodedException.of(ErrorCode.OPEN_TRANSACTION, "a transaction is open already")
                    .hint("COMMIT or ROLLBACK it first");
        }
        if (open != null) {
            rollback();
        }
        current = OpenTransaction.begin(OpenTransaction.Kind.EXPLICIT, scope);
    }

    /**
     * Commits the transaction. It is over in any case: if it can't be committed, it is rolled back.
     *
     * @throws CodedException NO_TRANSACTION if there is none and autocommit is on; CONFLICT
     */
    public void commit() {
        alone(this::commitCurrent);
    }

    private void commitCurrent() {
        OpenTransaction ending = ending();
        if (ending != null) {
            try (ending) {
                ending.commit();
                tookEffect = true;
            }
        }
    }

    /** Takes back what the transaction has changed. NO_TRANSACTION if there is none and autocommit is on. */
    public void rollback() {
        alone(() -> {
            OpenTransaction ending = ending();
            if (ending != null) {
                ending.close();
            }
        });
    }

    private @Nullable OpenTransaction ending() {
        OpenTransaction ending = current;
        if (ending == null && autoCommit) {
            throw CodedException.of(ErrorCode.NO_TRANSACTION, "no transaction is open")
                    .hint("BEGIN one, or set autocommit off; else each statement commits by itself");
        }
        current = null;
        return ending;
    }

    /** Whether each statement is a transaction of its own, unless BEGIN says otherwise. */
    public boolean autoCommit() {
        return alone(() -> autoCommit);
    }

    /** Switches autocommit; what is open is committed then. */
    public void setAutoCommit(boolean on) {
        alone(() -> switchAutoCommit(on));
    }

    private void switchAutoCommit(boolean on) {
        if (on == autoCommit) {
            return;
        }
        OpenTransaction open = current;
        autoCommit = on;
        if (open != null) {
            commit();
        }
    }

    /**
     * Runs the statements of a batch: as one transaction if they are not part of one already. If one fails, the others leave nothing behind, but for
     * what could not be part of a transaction and what was committed before it.
     *
     * @throws CodedException that of the statement that failed, and what became of the others
     */
    public <T> List<T> batch(int size, IntFunction<T> statement) {
        return alone(() -> runBatch(size, statement));
    }

    private <T> List<T> runBatch(int size, IntFunction<T> statement) {
        OpenTransaction outer = current;
        if (outer == null && autoCommit) {
            current = OpenTransaction.begin(OpenTransaction.Kind.BATCH, scope);
        }
        tookEffect = false;
        List<T> results = new ArrayList<>();
        boolean done = false;
        try (StorageSavepoint before =
                outer == null ? StorageSavepoint.ofNothing() : outer.storage().savepoint()) {
            try {
                while (results.size() < size) {
                    results.add(runOne(results.size(), size, statement));
                }
                if (outer == null && autoCommit && current != null) {
                    commit();
                }
                done = true;
                return results;
            } finally {
                if (!done) {
                    undo(outer, before);
                }
            }
        }
    }

    private <T> T runOne(int index, int size, IntFunction<T> statement) {
        try {
            return statement.apply(index);
        } catch (CodedException e) {
            String which = "statement " + (index + 1) + " of " + size + " of the batch failed; "
                    + (tookEffect && index > 0 ? "those before it took effect" : "nothing of the batch was kept");
            throw e.hint(e.hint().map(hint -> hint + "; " + which).orElse(which));
        }
    }

    private void undo(@Nullable OpenTransaction outer, StorageSavepoint before) {
        OpenTransaction open = current;
        if (open != null && open == outer) {
            open.storage().restore(before);
        } else if (open != null) {
            rollback();
        }
    }

    /** Rolls back what is open. */
    @Override
    public void close() {
        alone(() -> {
            OpenTransaction open = current;
            current = null;
            if (open != null) {
                open.close();
            }
        });
    }
}
