package io.tidemark.planner.incremental;

import java.time.Duration;

/**
 * When a continuous query's epochs begin.
 *
 * @param kind as soon as there is input, at a fixed interval, or once with all that is there
 * @param interval for EVERY; else zero
 */
public record TriggerSpec(Kind kind, Duration interval) {

    /** The kinds of triggers. */
    public enum Kind {
        AVAILABLE,
        EVERY,
        ONCE
    }
}
