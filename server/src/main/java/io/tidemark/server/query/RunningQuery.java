package io.tidemark.server.query;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.incremental.TriggerSpec;
import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.runtime.epoch.QueryState;
import io.tidemark.runtime.epoch.RunSummary;
import io.tidemark.server.catalog.StoredQuery;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A continuous query of this server: what the catalog keeps of it, its plan, and its execution, which is absent while it could not be opened:
 * because of an error, or because something outside does not answer yet. Thread-safe.
 */
public final class RunningQuery {

    private final StoredQuery stored;
    private volatile String owner;
    private final Object opening = new Object();
    private volatile Map<String, String> options;
    private volatile @Nullable PlannedQuery plan;
    private volatile @Nullable QueryExecution execution;
    private volatile @Nullable CodedException openingError;
    private volatile @Nullable String waitingFor;
    private volatile StoredQuery.State wanted;
    private boolean dropped;

    RunningQuery(StoredQuery stored) {
        this.stored = stored;
        this.owner = stored.context().user();
        this.options = stored.options();
        this.wanted = stored.state();
    }

    void altered(Map<String, String> newOptions) {
        options = Map.copyOf(newOptions);
    }

    void planned(PlannedQuery newPlan) {
        plan = newPlan;
    }

    void opened(PlannedQuery newPlan, QueryExecution newExecution) {
        plan = newPlan;
        execution = newExecution;
        openingError = null;
        waitingFor = null;
    }

    void notOpened(CodedException error) {
        openingError = error;
        waitingFor = null;
    }

    /** Says why it is not open yet; it will be tried to open it without anyone's doing. */
    void waiting(String note) {
        openingError = null;
        waitingFor = note;
    }

    /** Makes an attempt to open it unless it is open or has been dropped; one at a time. */
    void ifNotOpen(Runnable attempt) {
        synchronized (opening) {
            if (execution == null && !dropped) {
                attempt.run();
            }
        }
    }

    /** Lets no attempt to open it begin any more; waits for one under way. */
    void dropped() {
        synchronized (opening) {
            dropped = true;
        }
    }

    void wants(StoredQuery.State state) {
        wanted = state;
    }

    /** The state in which the catalog has it. */
    StoredQuery.State wanted() {
        return wanted;
    }

    /** Whether it has to be open: to go on, or because a view's rows are read. */
    boolean needsOpening() {
        return isView() || wanted == StoredQuery.State.RUNNING || wanted == StoredQuery.State.PAUSED;
    }

    /** The id in the catalog. */
    public String id() {
        return stored.id();
    }

    /** The query's name. */
    public String name() {
        return stored.name();
    }

    /** The user who made it; empty where there were no users. */
    public String owner() {
        return owner;
    }

    /** Gives it another owner, as the catalog has it already. */
    public void setOwner(String other) {
        owner = other;
    }

    /** The statement that made it. */
    public String statement() {
        return stored.statement();
    }

    /** The options given WITH it, and since then by ALTER QUERY. */
    public Map<String, String> options() {
        return options;
    }

    StoredQuery stored() {
        return stored;
    }

    /** Whether it feeds a materialized view. */
    public boolean isView() {
        return stored.viewId().isPresent();
    }

    /** When it was created. */
    public Instant createdAt() {
        return stored.createdAt();
    }

    /** Its plan. */
    public PlannedQuery plan() {
        PlannedQuery known = plan;
        if (known == null) {
            throw notAvailable();
        }
        return known;
    }

    boolean isPlanned() {
        return plan != null;
    }

    /** The relations that it reads, by the views that it reads them through; empty if it could not be planned. */
    public List<RelationName> reads() {
        PlannedQuery known = plan;
        return known == null ? List.of() : known.relations();
    }

    /** Where its rows go, if it could be planned. */
    public Optional<RelationName> writes() {
        return Optional.ofNullable(plan).flatMap(PlannedQuery::target).map(target -> target.name());
    }

    /** Its execution, if it could be opened. */
    public Optional<QueryExecution> execution() {
        return Optional.ofNullable(execution);
    }

    /** Its execution. */
    QueryExecution requireExecution() {
        QueryExecution running = execution;
        if (running == null) {
            throw notAvailable();
        }
        return running;
    }

    private CodedException notAvailable() {
        String waiting = waitingFor;
        if (waiting != null) {
            return CodedException.of(ErrorCode.QUERY_FAILED, "query \"" + name() + "\" is not open yet: " + waiting);
        }
        CodedException reason = openingError;
        String why = reason == null ? "it is not open" : reason.getMessage();
        CodedException error = CodedException.of(
                        ErrorCode.QUERY_FAILED, "query \"" + name() + "\" could not be opened: " + why)
                .hint("mend the cause, then RESUME QUERY " + name());
        return reason == null ? error : error.cause(reason);
    }

    /** What went wrong last, or what it waits for, if anything. */
    public Optional<String> lastError() {
        CodedException reason = openingError;
        if (reason != null) {
            return Optional.of(reason.render());
        }
        return Optional.ofNullable(waitingFor)
                .or(() -> execution()
                        .map(QueryExecution::status)
                        .flatMap(status -> status.lastError().or(status::note)));
    }

    CodedException paused() {
        return CodedException.of(ErrorCode.QUERY_PAUSED, "query \"" + name() + "\" is paused")
                .hint("RESUME QUERY " + name() + " lets it go on");
    }

    /** What keeps it from going on before it is resumed: that it is paused, or has failed. */
    Optional<CodedException> heldBy() {
        return switch (QueryState.valueOf(stateName())) {
            case PAUSED -> Optional.of(paused());
            case FAILED ->
                Optional.of(CodedException.of(
                        ErrorCode.QUERY_FAILED,
                        "query \"" + name() + "\" has failed: " + lastError().orElse("")));
            default -> Optional.empty();
        };
    }

    /** That it was stopped, so that nothing comes from it any more; nothing for a query with ONCE, which has done what it was to do. */
    public Optional<CodedException> stopped() {
        boolean once = isPlanned() && plan().trigger().kind() == TriggerSpec.Kind.ONCE;
        if (once || !stateName().equals(QueryState.STOPPED.name())) {
            return Optional.empty();
        }
        return Optional.of(CodedException.of(ErrorCode.QUERY_PAUSED, "query \"" + name() + "\" is stopped")
                .hint("it cannot go on: "
                        + (isView()
                                ? "DROP MATERIALIZED VIEW "
                                        + writes().map(RelationName::toString).orElse(name())
                                        + " CASCADE, and create it and what reads it again"
                                : "DROP QUERY " + name() + ", and create it again if it is still needed")));
    }

    /** Its state in the words of {@code sys.queries}. A view that had ended before a restart is read again, which is not running. */
    public String stateName() {
        if (openingError != null) {
            return QueryState.FAILED.name();
        }
        boolean ended = wanted == StoredQuery.State.STOPPED || wanted == StoredQuery.State.FINISHED;
        return execution()
                .map(QueryExecution::state)
                .filter(state -> state != QueryState.CREATED && !(ended && state == QueryState.RUNNING))
                .map(QueryState::name)
                .orElse(wanted.name());
    }

    /** Whether it has ended, so that it writes nothing any more. */
    public boolean isOver() {
        return stateName().equals(QueryState.STOPPED.name()) || stateName().equals(QueryState.FINISHED.name());
    }

    /** Completes when the execution has ended. */
    public CompletableFuture<RunSummary> completion() {
        return requireExecution().completion();
    }
}
