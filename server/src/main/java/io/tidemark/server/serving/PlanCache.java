package io.tidemark.server.serving;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.runtime.translate.TranslatedPlan;
import io.tidemark.server.catalog.SessionContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Plans of snapshot queries by their text, so that a query asked again is neither parsed nor validated, planned or compiled. A plan holds for one
 * version of the catalog; those used least lately are forgotten. Thread-safe.
 */
public final class PlanCache {

    private static final int MAX_PLANS = 500;
    private static final int MAX_TEXT_LENGTH = 20_000;

    private final Map<Key, SnapshotPlan> plans = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, SnapshotPlan> eldest) {
            return size() > MAX_PLANS;
        }
    };

    private record Key(String sql, SessionContext context) {}

    /**
     * A query that is ready to be run.
     *
     * @param query the plan, parameters unbound
     * @param translated the compiled plan, where it is the same for all values of the parameters
     * @param catalogVersion the version of the catalog that it was planned with
     */
    public record SnapshotPlan(PlannedQuery query, Optional<TranslatedPlan> translated, long catalogVersion) {}

    /** The plan of a text as a session reads it, if there is one for this version of the catalog. */
    public Optional<SnapshotPlan> find(String sql, SessionContext context, long catalogVersion) {
        Key key = new Key(sql, context);
        synchronized (plans) {
            SnapshotPlan plan = plans.get(key);
            if (plan != null && plan.catalogVersion() != catalogVersion) {
                plans.remove(key);
                return Optional.empty();
            }
            return Optional.ofNullable(plan);
        }
    }

    /** Keeps a plan. */
    public void put(String sql, SessionContext context, SnapshotPlan plan) {
        if (sql.length() <= MAX_TEXT_LENGTH) {
            synchronized (plans) {
                plans.put(new Key(sql, context), plan);
            }
        }
    }
}
