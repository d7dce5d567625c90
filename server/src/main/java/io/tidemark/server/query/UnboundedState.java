package io.tidemark.server.query;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.StateBounds;
import io.tidemark.sql.error.CodedException;
import java.util.Locale;
import java.util.Map;

/** What becomes of a query that keeps state which nothing bounds: setting and option {@code 'state.unbounded'}. */
public enum UnboundedState {
    /** It runs, with a warning. */
    WARN,
    /** It is refused. */
    REJECT;

    /**
     * Reads the setting's value.
     *
     * @throws CodedException INVALID_OPTION for any other text
     */
    public static UnboundedState parse(String value) {
        for (UnboundedState policy : values()) {
            if (policy.name().equalsIgnoreCase(value)) {
                return policy;
            }
        }
        throw CodedException.invalidOption(StateBounds.SETTING, value, "warn or reject");
    }

    /** What holds for a query with options of its own. */
    public UnboundedState orAsIn(Map<String, String> options) {
        String own = options.get(StateBounds.SETTING);
        return own == null ? this : parse(own);
    }

    /**
     * Lets a query pass, or not.
     *
     * @throws CodedException STATE_UNBOUNDED, at the operator's place
     */
    public void check(PlannedQuery plan) {
        if (this == REJECT) {
            plan.requireBoundedState();
        }
    }

    /** The value as it is set. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
