package io.tidemark.runtime.epoch;

import java.util.List;

/**
 * What one epoch did.
 *
 * @param epoch its number
 * @param startedAtMicros the logged clock, micros since the epoch
 * @param rowsIn rows read from all sources, whatever became of them
 * @param rowsOut rows delivered
 * @param stateRows rows of state held after it
 * @param stateBytes memory of state held after it
 * @param watermark the result's event-time watermark after it, micros
 * @param ranges what was read, in the connectors' words
 * @param phases how long its parts took
 */
public record EpochStatus(
        long epoch,
        long startedAtMicros,
        long rowsIn,
        long rowsOut,
        long stateRows,
        long stateBytes,
        long watermark,
        List<String> ranges,
        Phases phases) {

    public EpochStatus {
        ranges = List.copyOf(ranges);
    }

    /**
     * The parts of an epoch, in nanoseconds.
     *
     * @param plan choosing the ranges and handing the plan to the log
     * @param process reading and computing
     * @param planSync waiting, after that, for the plan to be durable
     * @param deliver writing to the sink and committing there
     * @param checkpoint capturing state, in the epochs that do
     */
    public record Phases(long plan, long process, long planSync, long deliver, long checkpoint) {

        /** The whole epoch, in nanoseconds. */
        public long total() {
            return plan + process + planSync + deliver + checkpoint;
        }
    }

    /** How long the epoch took, in milliseconds. */
    public double durationMillis() {
        return phases.total() / 1e6;
    }
}
