package io.tidemark.trial.oracle;

import io.tidemark.trial.data.DataShape;
import io.tidemark.trial.data.Lane;
import io.tidemark.trial.data.Operation;
import io.tidemark.trial.data.SourceKind;
import io.tidemark.trial.data.TrialData;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Watermarks from their definition: of a partition the greatest event time that it has had, less the delay; of a source the least of its partitions. */
final class Watermarks {

    private Watermarks() {}

    /** A partition's watermark after a row. */
    static @Nullable Long after(@Nullable Long before, SourceKind source, List<Object> row, DataShape shape) {
        if (!source.hasWatermark()) {
            return before;
        }
        Long time = (Long) row.get(SourceKind.TIME);
        if (time == null) {
            return before;
        }
        long here = time - shape.delaySeconds() * 1_000_000;
        return before == null ? here : (Long) Math.max(before, here);
    }

    /** The least watermark of all sources when so many operations of each lane have been read; {@link Long#MIN_VALUE} if one has none. */
    static long of(TrialData data, List<Integer> position, DataShape shape) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < data.lanes().size(); i++) {
            Lane lane = data.lanes().get(i);
            Long watermark = null;
            for (Operation operation : lane.operations().subList(0, position.get(i))) {
                if (operation.values() != null) {
                    watermark = after(watermark, lane.source(), operation.values(), shape);
                }
            }
            least = Math.min(least, watermark == null ? Long.MIN_VALUE : watermark);
        }
        return least;
    }
}
