package io.tidemark.runtime.over;

import io.tidemark.runtime.batch.Column;
import io.tidemark.sql.error.CodedException;

/** Functions that give the value of another row of the partition. */
final class ValueCalls {

    private static final int NONE = -1;

    private ValueCalls() {}

    /** The results of a function for all rows of a partition. */
    static Column column(OverCall call, PartitionRows partition, FramePlaces places) {
        int count = partition.count();
        Column values = partition.column(call.argument());
        ColumnParts parts = new ColumnParts(call.type(), count);
        for (int place = 0; place < count; place++) {
            int from = source(call, place, partition, places);
            if (from != NONE) {
                parts.add(values, from);
            } else if (call.otherwise() >= 0) {
                parts.add(partition.column(call.otherwise()), place);
            } else {
                parts.addNull();
            }
        }
        return parts.build();
    }

    private static int source(OverCall call, int place, PartitionRows partition, FramePlaces places) {
        return switch (call.kind()) {
            case LAG -> within(place, -call.number(), partition);
            case LEAD -> within(place, call.number(), partition);
            case FIRST_VALUE -> fromStart(place, 1, places);
            case NTH_VALUE -> fromStart(place, call.number(), places);
            case LAST_VALUE -> fromEnd(place, places);
            default -> throw CodedException.internal(call.kind() + " gives no other row's value");
        };
    }

    private static int within(int place, long offset, PartitionRows partition) {
        if (offset < -(long) place || offset >= (long) partition.count() - place) {
            return NONE;
        }
        return (int) (place + offset);
    }

    private static int fromStart(int place, long number, FramePlaces places) {
        if (!places.excludes()) {
            return number <= places.end(place) - places.start(place) ? (int) (places.start(place) + number - 1) : NONE;
        }
        long left = number;
        for (int other = places.start(place); other < places.end(place); other++) {
            if (!places.isExcluded(place, other)) {
                left--;
                if (left == 0) {
                    return other;
                }
            }
        }
        return NONE;
    }

    private static int fromEnd(int place, FramePlaces places) {
        for (int other = places.end(place) - 1; other >= places.start(place); other--) {
            if (!places.isExcluded(place, other)) {
                return other;
            }
        }
        return NONE;
    }
}
