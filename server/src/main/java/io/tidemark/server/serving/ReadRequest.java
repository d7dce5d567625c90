package io.tidemark.server.serving;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.runtime.translate.TranslatedPlan;
import io.tidemark.server.catalog.SessionContext;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A query to be read by one client.
 *
 * @param plan the plan, parameters bound
 * @param translated the plan compiled, if it has been already
 * @param transaction the transaction that it belongs to
 * @param context the session's settings
 * @param timeout how long a snapshot query may take; zero for no limit
 * @param onCancel takes what is to be run when the client gives up
 */
public record ReadRequest(
        PlannedQuery plan,
        Optional<TranslatedPlan> translated,
        Optional<TransactionRows> transaction,
        SessionContext context,
        Duration timeout,
        Consumer<Runnable> onCancel) {

    /** A query that has not been compiled. */
    public ReadRequest(PlannedQuery plan, SessionContext context, Duration timeout, Consumer<Runnable> onCancel) {
        this(plan, Optional.empty(), Optional.empty(), context, timeout, onCancel);
    }

    /** The same query as part of a transaction, if there is one. */
    public ReadRequest within(Optional<? extends TransactionRows> open) {
        return new ReadRequest(plan, translated, open.map(rows -> rows), context, timeout, onCancel);
    }
}
