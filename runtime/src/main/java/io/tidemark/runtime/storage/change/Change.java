package io.tidemark.runtime.storage.change;

import io.tidemark.runtime.batch.Batch;
import java.util.List;

/**
 * What a version changes: rows that go have a negative weight, rows that come a positive one; an updated row does both.
 *
 * @param version the version made
 * @param watermark how far the event time of the rows has come with it, micros; {@link Long#MIN_VALUE} where nothing is known
 * @param deltas the rows, those that go first; empty where the version changes nothing
 */
public record Change(long version, long watermark, List<Batch> deltas) {

    public Change {
        deltas = List.copyOf(deltas);
    }
}
