package io.tidemark.trial.data;

import java.util.List;
import java.util.Set;

/**
 * What the rows of a query's trials are like.
 *
 * @param sources the sources read
 * @param startMicros the earliest event time, about
 * @param stepMicros how far event times go on from row to row, at most
 * @param latenessMicros how far back an event time may lie
 * @param delaySeconds by how much the watermark stays behind
 * @param edgeMicros of what many event times are multiples, so that they lie on the edges of windows
 */
public record DataShape(
        Set<SourceKind> sources,
        long startMicros,
        long stepMicros,
        long latenessMicros,
        long delaySeconds,
        long edgeMicros) {

    /** The most operations of one lane. */
    public static final int MOST_OPERATIONS = 60;

    /** The sources in their order. */
    public List<SourceKind> sourceList() {
        return sources.stream().sorted().toList();
    }

    /** A time after which there is no row. */
    public long endMicros() {
        return startMicros + (MOST_OPERATIONS + 1) * stepMicros;
    }

    /** A time before which there is no row. */
    public long beginMicros() {
        return startMicros - latenessMicros - stepMicros;
    }
}
