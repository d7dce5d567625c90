package io.tidemark.runtime.aggregate.reading;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.state.ArgumentIndex;
import io.tidemark.runtime.state.RowTable;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * PERCENTILE_DISC: the first argument in order that at least that fraction of them do not follow. PERCENTILE_CONT: what lies at that fraction of
 * the way from the first to the last, between two arguments in proportion. <b>Cost</b>: O(different arguments).
 *
 * @param fraction from 0 to 1
 * @param continuous whether it is PERCENTILE_CONT, whose result is FLOAT64
 * @param distinct whether equal arguments count once
 * @param argument the type of the arguments; a number for PERCENTILE_CONT
 */
public record PercentileReading(BigDecimal fraction, boolean continuous, boolean distinct, DataType argument)
        implements GroupReading {

    @Override
    public void read(ArgumentIndex arguments, int groupRow, StoredResult into) {
        long count = count(arguments, groupRow);
        if (count == 0) {
            into.setNull();
            return;
        }
        if (!continuous) {
            long last = fraction.multiply(BigDecimal.valueOf(count))
                    .setScale(0, RoundingMode.CEILING)
                    .longValueExact();
            into.copy(arguments.table(), new Walk(arguments, groupRow).at(Math.max(0, last - 1)), 1);
            return;
        }
        BigDecimal place = fraction.multiply(BigDecimal.valueOf(count - 1));
        long below = place.setScale(0, RoundingMode.FLOOR).longValueExact();
        double rest = place.subtract(BigDecimal.valueOf(below)).doubleValue();
        Walk walk = new Walk(arguments, groupRow);
        double lower = number(arguments.table(), walk.at(below));
        double upper = rest == 0 ? lower : number(arguments.table(), walk.at(below + 1));
        into.setDouble(lower == upper ? lower : lower * (1 - rest) + upper * rest);
    }

    private long count(ArgumentIndex arguments, int groupRow) {
        ArgumentIndex.Entries entries = arguments.entries(groupRow);
        long count = 0;
        for (int entry = entries.next(); entry >= 0; entry = entries.next()) {
            count += weight(arguments, entry);
        }
        return count;
    }

    private long weight(ArgumentIndex arguments, int entry) {
        return distinct ? 1 : arguments.table().weight(entry);
    }

    /** Goes along the arguments. */
    private final class Walk {
        private final ArgumentIndex arguments;
        private final ArgumentIndex.Entries entries;
        private int entry;
        private long passed;

        Walk(ArgumentIndex arguments, int groupRow) {
            this.arguments = arguments;
            this.entries = arguments.entries(groupRow);
            this.entry = entries.next();
        }

        /** The entry that has the argument at a place, from 0; places rise. */
        int at(long place) {
            while (passed + weight(arguments, entry) <= place) {
                passed += weight(arguments, entry);
                entry = entries.next();
            }
            return entry;
        }
    }

    private double number(RowTable table, int entry) {
        long[] page = table.page(entry);
        int at = table.base(entry) + table.layout().keySlot(1);
        return switch (argument.physical()) {
            case FLOAT64 -> Double.longBitsToDouble(page[at]);
            case INT128 ->
                new BigDecimal(Int128Column.toBigInteger(page[at], page[at + 1]), argument.scale()).doubleValue();
            default -> BigDecimal.valueOf(page[at], argument.scale()).doubleValue();
        };
    }
}
