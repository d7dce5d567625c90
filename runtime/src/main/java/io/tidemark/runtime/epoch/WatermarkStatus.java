package io.tidemark.runtime.epoch;

/**
 * The event-time watermark of one partition of a source of a query.
 *
 * @param source the relation's name
 * @param partition from 0
 * @param watermark micros; {@link Long#MIN_VALUE} before there is one, {@link Long#MAX_VALUE} when the source has ended
 * @param idle whether it is silent and holds nobody back
 * @param holdsBack whether it is the one that the query waits for
 * @param lastRowMicros the epoch clock when its last row was read, since the query was opened; {@link Long#MIN_VALUE} if none was
 */
public record WatermarkStatus(
        String source, int partition, long watermark, boolean idle, boolean holdsBack, long lastRowMicros) {}
