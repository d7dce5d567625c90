package io.tidemark.server.session;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.StatementReader;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.translate.RelationSchemas;
import io.tidemark.server.activity.ConnectedSession;
import io.tidemark.server.activity.StatementControl;
import io.tidemark.server.audit.AuditEntry;
import io.tidemark.server.audit.AuditLog;
import io.tidemark.server.audit.AuditedStatements;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.catalog.SessionContext;
import io.tidemark.server.query.UnboundedState;
import io.tidemark.server.security.Login;
import io.tidemark.server.security.RelationPrivileges;
import io.tidemark.server.transaction.OpenTransaction;
import io.tidemark.server.transaction.Transactions;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.parser.ConfidentialText;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one connection knows: its settings and the notices of its last statements. Statements of several threads may run at a time; changes of
 * settings hold from the next statement on.
 */
public final class Session implements AutoCloseable {

    private static final int MAX_STATEMENTS_WITH_NOTICES = 1000;

    private final StatementExecutor executor;
    private final SessionSettings settings;
    private final Transactions transactions;
    private final ConnectedSession connected;
    private final Login login;
    private final AuditedStatements audited;
    private final Map<String, List<Notice>> notices = new ConcurrentHashMap<>();

    /**
     * One execution of a statement.
     *
     * @param key names the statement, for {@link #notices}
     * @param sql its text
     * @param parameters the values of its question marks, in order
     * @param control how others can end it
     * @param unboundedState what becomes of a query whose state nothing bounds
     * @param transactions those of the session; nothing for a statement by itself
     */
    public record Request(
            String key,
            String sql,
            List<@Nullable Object> parameters,
            StatementControl control,
            UnboundedState unboundedState,
            Optional<Transactions> transactions) {

        /** An execution that goes by the session's settings. */
        public Request(String key, String sql, List<@Nullable Object> parameters, StatementControl control) {
            this(key, sql, parameters, control, UnboundedState.WARN, Optional.empty());
        }

        private Request with(UnboundedState policy) {
            return new Request(key, sql, parameters, control, policy, transactions);
        }

        private Request within(Transactions session) {
            return new Request(key, sql, parameters, control, unboundedState, Optional.of(session));
        }

        /** The transaction that the statement belongs to, begun if need be. */
        Optional<OpenTransaction> transaction() {
            return transactions.flatMap(Transactions::current);
        }

        /** Says that the statement can't be part of a transaction; OPEN_TRANSACTION if one is in its way. */
        void outside(String what, boolean changes) {
            transactions.ifPresent(session -> session.outside(what, changes));
        }
    }

    Session(
            StatementExecutor executor,
            SessionSettings settings,
            Transactions transactions,
            ConnectedSession connected,
            Login login,
            AuditLog audit) {
        this.executor = executor;
        this.connected = connected;
        this.settings = settings;
        this.transactions = transactions;
        this.login = login;
        this.audited =
                new AuditedStatements(audit, new AuditEntry.Origin(login.user(), login.address(), connected.id()));
    }

    /** Whose session it is. */
    public Login login() {
        return login;
    }

    /** The session as others see it. */
    public ConnectedSession connected() {
        return connected;
    }

    /** The transactions of the session. */
    public Transactions transactions() {
        return transactions;
    }

    /** The schema of unqualified names. */
    public String schema() {
        synchronized (settings) {
            return settings.schema();
        }
    }

    /** Makes another schema that of unqualified names. */
    public void setSchema(String schema) {
        executor.requireSchema(schema);
        synchronized (settings) {
            settings.set(SessionSettings.SCHEMA, schema);
        }
    }

    /** The session's time zone. */
    public ZoneId zone() {
        synchronized (settings) {
            return settings.zone();
        }
    }

    /** How long a statement may take; zero for no limit. */
    public Duration statementTimeout() {
        synchronized (settings) {
            return settings.statementTimeout();
        }
    }

    /** What is there to be queried. */
    public ServerCatalog catalog() {
        return executor.catalog();
    }

    /** The relations that the session's user may do something with, by schema and name. */
    public List<RelationDefinition> relations() {
        return executor.relations(context());
    }

    /** The privileges on relations that the session's user may know of. */
    public List<RelationPrivileges.Held> privileges() {
        return executor.privileges(context());
    }

    /** The columns of a relation. */
    public Schema schemaOf(RelationDefinition relation) {
        return RelationSchemas.columns(relation);
    }

    /** What a statement would give back, without running it. */
    public StatementDescription describe(String sql) {
        SessionContext context = context();
        return audited.guarded(sql, () -> executor.describe(context, sql, () -> read(context, sql)));
    }

    /**
     * Runs a statement.
     *
     * @throws io.tidemark.sql.error.CodedException if it can't be run or fails; then it has changed nothing
     */
    public StatementResult execute(Request request) {
        if (notices.size() > MAX_STATEMENTS_WITH_NOTICES) {
            notices.clear();
        }
        notices.remove(request.key());
        StatementControl control = request.control();
        return tracked(request.sql(), control, ended -> {
            StatementExecutor.Outcome outcome = transactions.run(control, () -> run(request.within(transactions)));
            note(request.key(), outcome.notices());
            noteLater(request.key(), outcome);
            return outcome.result() instanceof StatementResult.Rows rows
                    ? new StatementResult.Rows(rows.schema(), new TrackedRows(rows.rows(), control, connected, ended))
                    : outcome.result();
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Of a statement that fails there is nothing to note.
    private void noteLater(String key, StatementExecutor.Outcome outcome) {
        if (!outcome.allNotices().isDone()) {
            outcome.allNotices().thenAccept(all -> note(key, all));
        }
    }

    private void note(String key, List<Notice> found) {
        if (!found.isEmpty()) {
            notices.put(key, found);
        }
    }

    /** Runs something as a statement that others see and can end; if it gives rows, these say when it has ended. */
    private StatementResult tracked(
            String sql, StatementControl control, Function<Runnable, StatementResult> statement) {
        Runnable ended = connected.begin(sql, control);
        boolean goesOn = false;
        try {
            StatementResult result = statement.apply(ended);
            goesOn = result instanceof StatementResult.Rows;
            return result;
        } catch (CodedException e) {
            throw connected.reported(e);
        } finally {
            if (!goesOn) {
                ended.run();
            }
        }
    }

    /** Commits what is open, as {@link Transactions#commit}. */
    public void commit() {
        control(Statement.ControlTransaction.Command.COMMIT);
    }

    /** Takes back what is open, as {@link Transactions#rollback}. */
    public void rollback() {
        control(Statement.ControlTransaction.Command.ROLLBACK);
    }

    private void control(Statement.ControlTransaction.Command command) {
        StatementControl control = new StatementControl(Duration.ZERO);
        tracked(
                command.name(),
                control,
                ended -> transactions
                        .run(control, () -> control(new Statement.ControlTransaction(command)))
                        .result());
    }

    private StatementExecutor.Outcome run(Request request) {
        try {
            SessionContext context = context();
            Optional<StatementExecutor.Outcome> known =
                    audited.guarded(request.sql(), () -> executor.executeKnown(context, request));
            if (known.isPresent()) {
                return known.get();
            }
            Statement statement = read(context, request.sql());
            if (statement instanceof Statement.ControlTransaction control) {
                return control(control);
            }
            return statement instanceof Statement.SetProperty set
                    ? StatementExecutor.Outcome.of(change(set))
                    : audited.run(
                            statement,
                            request.sql(),
                            () -> executor.execute(context, statement, request.with(unboundedState())));
        } catch (CodedException e) {
            throw ErrorPlaces.placed(e, ConfidentialText.covered(request.sql()));
        }
    }

    private StatementExecutor.Outcome control(Statement.ControlTransaction control) {
        switch (control.command()) {
            case BEGIN -> transactions.begin();
            case COMMIT -> transactions.commit();
            case ROLLBACK -> transactions.rollback();
        }
        return StatementExecutor.Outcome.done();
    }

    private static Statement read(SessionContext context, String sql) {
        return new StatementReader(context.backTicks(), context.schema()).read(sql);
    }

    private UnboundedState unboundedState() {
        synchronized (settings) {
            return settings.unboundedState();
        }
    }

    private SessionContext context() {
        synchronized (settings) {
            return settings.context();
        }
    }

    private StatementResult change(Statement.SetProperty set) {
        if (set.value().isPresent() && set.key().orElse("").equalsIgnoreCase(SessionSettings.SCHEMA)) {
            executor.requireSchema(set.value().get());
        }
        synchronized (settings) {
            if (set.reset()) {
                set.key().ifPresentOrElse(settings::reset, settings::resetAll);
            } else if (set.value().isPresent()) {
                settings.set(set.key().orElseThrow(), set.value().get());
            } else {
                return TextRows.settings(
                        set.key().map(key -> Map.of(key, settings.get(key))).orElseGet(settings::all));
            }
        }
        return new StatementResult.Updated(0);
    }

    /** What was worth knowing about a statement's last execution. */
    public List<Notice> notices(String key) {
        return notices.getOrDefault(key, List.of());
    }

    /** Rolls back what is not committed. */
    @Override
    public void close() {
        try {
            transactions.close();
        } finally {
            connected.close();
        }
        notices.clear();
    }
}
