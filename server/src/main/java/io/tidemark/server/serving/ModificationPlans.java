package io.tidemark.server.serving;

import io.tidemark.planner.PlannedModification;
import io.tidemark.runtime.translate.TranslatedPlan;
import io.tidemark.server.catalog.SessionContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Plans of INSERT that runs once, UPDATE and DELETE by their text, so that the rows of a batch have one. Only texts with parameters are kept:
 * others seldom come twice. A plan holds for one version of the catalog; those used least lately are forgotten. Thread-safe.
 */
public final class ModificationPlans {

    private static final int MAX_PLANS = 200;
    private static final int MAX_TEXT_LENGTH = 20_000;

    private final Map<Key, ModificationPlan> plans = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, ModificationPlan> eldest) {
            return size() > MAX_PLANS;
        }
    };

    private record Key(String sql, SessionContext context) {}

    /**
     * A statement that is ready to be run.
     *
     * @param modification the plan, parameters unbound
     * @param translated the compiled plan, where it is the same for all values of the parameters
     * @param catalogVersion the version of the catalog that it was planned with
     */
    public record ModificationPlan(
            PlannedModification modification, Optional<TranslatedPlan> translated, long catalogVersion) {}

    /** The plan of a text as a session reads it, if there is one for this version of the catalog. */
    public Optional<ModificationPlan> find(String sql, SessionContext context, long catalogVersion) {
        Key key = new Key(sql, context);
        synchronized (plans) {
            ModificationPlan plan = plans.get(key);
            if (plan != null && plan.catalogVersion() != catalogVersion) {
                plans.remove(key);
                return Optional.empty();
            }
            return Optional.ofNullable(plan);
        }
    }

    /** Keeps a plan, if it has parameters. */
    public void put(String sql, SessionContext context, ModificationPlan plan) {
        if (!plan.modification().parameterTypes().isEmpty() && sql.length() <= MAX_TEXT_LENGTH) {
            synchronized (plans) {
                plans.put(new Key(sql, context), plan);
            }
        }
    }
}
