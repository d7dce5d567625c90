package io.tidemark.runtime.checkpoint;

import java.util.List;

/** A record of the plan log. Every record belongs to one query. */
public sealed interface PlanRecord {

    /** The query's name. */
    String query();

    /**
     * What an epoch is: everything that its result depends on besides the state before it.
     *
     * @param epoch from 1, rising by one
     * @param nowMicros the clock of the epoch, micros since the epoch
     * @param sources by the order in which the query names its sources
     */
    record Plan(String query, long epoch, long nowMicros, List<SourcePlan> sources) implements PlanRecord {

        public Plan {
            sources = List.copyOf(sources);
        }
    }

    /** An epoch has been delivered. A hint: its absence says nothing. */
    record Commit(String query, long epoch) implements PlanRecord {}

    /** The query is gone: its records before this one mean nothing. */
    record Retire(String query) implements PlanRecord {}
}
