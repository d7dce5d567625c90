package io.tidemark.planner.translate;

/** What a logical plan is translated for. */
public enum Purpose {
    /** One epoch over what is there: nothing is ever taken back. */
    SNAPSHOT,
    /** Every change is given out as it comes. */
    EARLY,
    /** Rows are given out once they are final; what never becomes final is refused. */
    FINAL,
    /** Like EARLY, but only to look at its traits: what the engine cannot run is let through. */
    PROBE
}
