package io.tidemark.server.serving;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.runtime.translate.TranslatedPlan;
import io.tidemark.server.catalog.SessionContext;
import io.tidemark.sql.error.CodedException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Plans of snapshot queries by their text, so that a query asked again is neither parsed nor validated, planned or compiled. Texts that differ only
 * in the keys that they look up have one plan: that of the text with question marks in place of the keys. A plan holds for one
 * version of the catalog; those used least lately are forgotten. Thread-safe.
 */
public final class PlanCache {

    private static final int MAX_PLANS = 500;
    private static final int MAX_TEXT_LENGTH = 20_000;

    private final Map<Key, Entry> plans = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Entry> eldest) {
            return size() > MAX_PLANS;
        }
    };

    private record Key(String sql, SessionContext context) {}

    /** A plan, or for a template the fact that it has none that could be used. */
    private record Entry(Optional<SnapshotPlan> plan, long catalogVersion) {}

    /**
     * A query that has a plan, and the values of its parameters.
     *
     * @param values none for the statement's own parameters; else those that were taken out of its text
     */
    public record Known(SnapshotPlan plan, Optional<List<Object>> values) {}

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
        return entry(sql, context, catalogVersion).flatMap(Entry::plan);
    }

    private Optional<Entry> entry(String sql, SessionContext context, long catalogVersion) {
        Key key = new Key(sql, context);
        synchronized (plans) {
            Entry entry = plans.get(key);
            if (entry != null && entry.catalogVersion() != catalogVersion) {
                plans.remove(key);
                return Optional.empty();
            }
            return Optional.ofNullable(entry);
        }
    }

    /** The plan of a text, or of one that differs from it only in the keys that it looks up. */
    public Optional<Known> findAlike(String sql, SessionContext context, long catalogVersion) {
        Optional<SnapshotPlan> own = find(sql, context, catalogVersion);
        if (own.isPresent()) {
            return own.map(plan -> new Known(plan, Optional.empty()));
        }
        return template(sql)
                .flatMap(template -> find(template.text(), context, catalogVersion)
                        .filter(plan -> isFor(template, plan))
                        .map(plan -> new Known(plan, Optional.of(template.values()))));
    }

    private static Optional<LiteralTemplate> template(String sql) {
        return sql.length() <= MAX_TEXT_LENGTH ? LiteralTemplate.of(sql) : Optional.empty();
    }

    /** Keeps a plan. */
    public void put(String sql, SessionContext context, SnapshotPlan plan) {
        put(sql, context, new Entry(Optional.of(plan), plan.catalogVersion()));
    }

    private void put(String sql, SessionContext context, Entry entry) {
        if (sql.length() <= MAX_TEXT_LENGTH) {
            synchronized (plans) {
                plans.put(new Key(sql, context), entry);
            }
        }
    }

    /**
     * Keeps a plan for texts that differ from this one only in the keys that they look up, unless it is known whether there can be one.
     *
     * @param plan plans a text with question marks; it may fail
     */
    public void putAlike(String sql, SessionContext context, long catalogVersion, Function<String, SnapshotPlan> plan) {
        template(sql)
                .filter(template ->
                        entry(template.text(), context, catalogVersion).isEmpty())
                .ifPresent(
                        template -> put(template.text(), context, new Entry(usable(template, plan), catalogVersion)));
    }

    /** Whether the literals of a text are all that the plan has for parameters, and each of them is the key of a lookup. */
    private static boolean isFor(LiteralTemplate template, SnapshotPlan plan) {
        return plan.translated().isPresent()
                && plan.query().parameterTypes().size() == template.values().size();
    }

    private static Optional<SnapshotPlan> usable(LiteralTemplate template, Function<String, SnapshotPlan> plan) {
        try {
            return Optional.of(plan.apply(template.text())).filter(made -> isFor(template, made));
        } catch (CodedException notPossible) {
            // The text itself has been planned: what fails is a question mark in this place, so each text is planned by
            // itself.
            return Optional.empty();
        }
    }
}
