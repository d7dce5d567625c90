package io.tidemark.runtime.checkpoint;

/**
 * A row that did not take the ordinary way, as {@code sys.late_rows} and {@code sys.bad_rows} show it.
 *
 * @param kind whether it was late or bad
 * @param epoch the epoch that read it
 * @param atMicros the epoch's logged clock, micros since the epoch
 * @param source the relation's name; for a row that failed behind the first operator with state, the operator's
 * @param partition the source's partition; -1 where the row has none
 * @param offset the row's offset in its partition; -1 where the row has none
 * @param eventTime the event time of a late row, micros; {@link Long#MIN_VALUE} for a bad one
 * @param watermark the partition's watermark just before a late row, micros; {@link Long#MIN_VALUE} for a bad one
 * @param reason what is wrong with a bad row; what a late one missed, such as {@code window_end 2018-02-01 00:00:00}
 * @param payload the row as its source wrote it, at most {@link #MAX_PAYLOAD_BYTES}
 */
public record KeptRow(
        Kind kind,
        long epoch,
        long atMicros,
        String source,
        int partition,
        long offset,
        long eventTime,
        long watermark,
        String reason,
        String payload) {

    /** The greatest length of a payload kept, in bytes of UTF-8; a longer one is cut. */
    public static final int MAX_PAYLOAD_BYTES = 64 * 1024;

    /** Why the row was kept. */
    public enum Kind {
        LATE,
        BAD
    }
}
