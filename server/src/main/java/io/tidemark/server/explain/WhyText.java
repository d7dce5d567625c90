package io.tidemark.server.explain;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.explain.EventTimeText;
import io.tidemark.planner.incremental.TriggerSpec;
import io.tidemark.runtime.epoch.EpochStatus;
import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.runtime.epoch.QueryState;
import io.tidemark.runtime.epoch.QueryStatus;
import io.tidemark.server.query.RunningQuery;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * EXPLAIN WHY: what keeps a query from showing more than it does, one finding a line, the most telling first; or that nothing does.
 *
 * <p>All of it is from what the query shows of itself after its last epoch; nothing is asked of it, and it is not slowed down.
 */
public final class WhyText {

    private static final Duration NOTICEABLE = Duration.ofSeconds(1);
    private static final long SECOND_MICROS = 1_000_000;

    private final RunningQuery query;
    private final Catalog catalog;
    private final Clock clock;
    private final List<String> findings = new ArrayList<>();

    private WhyText(RunningQuery query, Catalog catalog, Clock clock) {
        this.query = query;
        this.catalog = catalog;
        this.clock = clock;
    }

    /** The findings on a query. */
    public static List<String> of(RunningQuery query, Catalog catalog, Clock clock) {
        WhyText text = new WhyText(query, catalog, clock);
        text.find();
        return text.findings;
    }

    private void find() {
        addState();
        query.execution().ifPresent(execution -> {
            if (execution.state() == QueryState.RUNNING || execution.state() == QueryState.FINISHED) {
                addRunning(execution);
            }
            addEmitted(execution.status());
        });
    }

    private void addState() {
        String resume = "RESUME QUERY " + query.name();
        String state = query.stateName();
        String error = query.lastError().orElse("");
        if (state.equals(QueryState.FAILED.name())) {
            findings.add("the query has failed: " + error + "; mend the cause, then " + resume);
        } else if (state.equals(QueryState.PAUSED.name())) {
            findings.add("the query is paused: " + resume + " lets it go on");
        } else if (state.equals(QueryState.STOPPED.name())) {
            findings.add("the query was stopped, and gives nothing out any more");
        } else if (state.equals(QueryState.FINISHED.name())) {
            findings.add("everything that it reads has ended, and all of it has been given out");
        } else if (query.execution().isEmpty()) {
            findings.add("the query is not open yet: " + error);
        } else if (!error.isEmpty()) {
            findings.add(error);
        }
    }

    private void addRunning(QueryExecution execution) {
        QueryStatus status = execution.status();
        if (status.epoch() == 0 && execution.state() == QueryState.RUNNING) {
            findings.add("no epoch has ended yet" + (isTimed() ? "" : ": the first one is under way"));
        }
        addTrigger(execution);
        SourceFindings sources = new SourceFindings(query, catalog);
        findings.addAll(sources.nothingUsable(status));
        findings.addAll(new WindowFindings(query, execution, clock).findings());
        if (status.rowsOut() == 0) {
            findings.addAll(new ConditionFindings(query.plan(), execution.measures()).findings());
        }
        findings.addAll(sources.someLeftOut(status));
    }

    private boolean isTimed() {
        return query.plan().trigger().kind() == TriggerSpec.Kind.EVERY;
    }

    private void addTrigger(QueryExecution execution) {
        if (execution.state() != QueryState.RUNNING
                || !isTimed()
                || query.plan().trigger().interval().compareTo(NOTICEABLE) < 0) {
            return;
        }
        List<EpochStatus> epochs = execution.epochs();
        String last = epochs.isEmpty()
                ? "none has begun since the server was started"
                : "the last one began at "
                        + EventTimeText.of(
                                epochs.get(epochs.size() - 1).startedAtMicros() / SECOND_MICROS * SECOND_MICROS)
                        + " UTC";
        findings.add("it waits for its trigger: an epoch begins every "
                + Periods.text(query.plan().trigger().interval()) + ", and " + last + "; FLUSH " + query.name()
                + " does not wait for it");
    }

    private void addEmitted(QueryStatus status) {
        String rows = String.format(Locale.ROOT, "%,d", status.rowsOut()) + (status.rowsOut() == 1 ? " row" : " rows");
        if (status.rowsOut() > 0) {
            findings.add("it has emitted " + rows
                    + (findings.isEmpty() ? "; nothing holds it back" : query.isOver() ? " in all" : " so far"));
        } else if (findings.isEmpty()) {
            findings.add("it has emitted nothing, and nothing holds it back");
        }
    }
}
