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

    /** What the outside world has answered an operator in an epoch. Of an epoch that is planned again, what was answered before means nothing. */
    final class Answers implements PlanRecord {
        private final String query;
        private final long epoch;
        private final String operator;
        private final byte[] bytes;

        /**
         * Answers of an epoch.
         *
         * @param operator the operator's name
         * @param bytes as the operator writes them; not changed any more
         */
        public Answers(String query, long epoch, String operator, byte[] bytes) {
            this.query = query;
            this.epoch = epoch;
            this.operator = operator;
            this.bytes = bytes;
        }

        @Override
        public String query() {
            return query;
        }

        /** The epoch. */
        public long epoch() {
            return epoch;
        }

        /** The operator's name. */
        public String operator() {
            return operator;
        }

        /** What was answered. */
        public byte[] bytes() {
            return bytes;
        }
    }

    /** The query is gone: its records before this one mean nothing. */
    record Retire(String query) implements PlanRecord {}
}
