package io.tidemark.runtime.over;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.sql.error.CodedException;

/** Functions of a row's place in its partition. */
final class RankCalls {

    private RankCalls() {}

    /** The results of a function for all rows of a partition. */
    static Column column(OverCall call, PartitionRows partition) {
        return switch (call.kind()) {
            case PERCENT_RANK, CUME_DIST -> shares(call, partition);
            default -> numbers(call, partition);
        };
    }

    private static Column numbers(OverCall call, PartitionRows partition) {
        int count = partition.count();
        long[] values = new long[count];
        long places = partition.tiesGone();
        for (int place = 0; place < count; place++) {
            places += partition.tieStart(place) == place ? 1 : 0;
            values[place] = switch (call.kind()) {
                case ROW_NUMBER -> partition.rowsGone() + place + 1L;
                case RANK -> partition.rowsGone() + partition.tieStart(place) + 1L;
                case DENSE_RANK -> places;
                case NTILE -> part(place, count, call.number());
                default -> throw CodedException.internal(call.kind() + " is no function of ranks");
            };
        }
        return new LongColumn(call.type(), values, null);
    }

    /** The part that a place falls into, from 1, if all are equally large but for the first ones, which may have one row more. */
    private static long part(long place, long count, long parts) {
        long size = count / parts;
        long larger = count % parts;
        long inLarger = larger * (size + 1);
        return place < inLarger ? place / (size + 1) + 1 : larger + (place - inLarger) / size + 1;
    }

    private static Column shares(OverCall call, PartitionRows partition) {
        int count = partition.count();
        double[] values = new double[count];
        for (int place = 0; place < count; place++) {
            if (call.kind() == OverCall.Kind.CUME_DIST) {
                values[place] = (double) partition.tieEnd(place) / count;
            } else {
                values[place] = count == 1 ? 0 : (double) partition.tieStart(place) / (count - 1);
            }
        }
        return new DoubleColumn(call.type(), values, null);
    }
}
