package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * SUM, SUM0 and AVG of integers, decimals and intervals. Slots: the sum (two words, for INT128 arguments three: no sum of 2^63 rows overflows),
 * then the number of arguments, which is left out where it is always the group's weight.
 */
final class ExactSumAccumulator extends Accumulator {

    private static final long EXACT_DOUBLE = 1L << 53;
    private static final MathContext DOUBLE_DIGITS = new MathContext(40);

    private final AccumulatorSpec spec;
    private final DataType argument;
    private final String argumentName;
    private final int words;
    private final boolean counts;
    private final boolean nullOverNothing;
    private int sumSlot;
    private int countSlot;

    ExactSumAccumulator(AccumulatorSpec spec, DataType argument, String argumentName) {
        this.spec = spec;
        this.argument = argument;
        this.argumentName = argumentName;
        this.words = argument.physical() == PhysicalKind.INT128 ? 3 : 2;
        this.nullOverNothing = spec.kind() != AccumulatorSpec.Kind.SUM0;
        this.counts = nullOverNothing && (argument.nullable() || spec.filter() >= 0 || spec.distinct());
    }

    @Override
    int slots() {
        return counts ? words + 1 : words;
    }

    @Override
    void bind(int firstSlot, int weightSlot) {
        sumSlot = firstSlot;
        countSlot = counts ? firstSlot + words : weightSlot;
    }

    @Override
    void update(RowUpdates updates) {
        RowUpdates some = updates.where(spec.filter(), spec.argument());
        if (counts) {
            CountAccumulator.add(some, countSlot);
        }
        Column column = some.column(spec.argument());
        if (column instanceof Int128Column wide) {
            addWide(some, wide);
        } else if (some.weights == null) {
            addLongs(some, ((LongColumn) column).values);
        } else {
            addWeighted(some, ((LongColumn) column).values, some.weights);
        }
    }

    private void addLongs(RowUpdates some, long[] values) {
        int[] rows = some.rows;
        int[] positions = some.positions;
        for (int i = 0; i < some.count; i++) {
            int row = rows[i];
            int at = (row & some.pageMask) * some.rowSlots + sumSlot;
            WideMath.add128(some.pages[row >> some.pageShift], at, values[positions[i]]);
        }
    }

    private void addWeighted(RowUpdates some, long[] values, int[] weights) {
        for (int i = 0; i < some.count; i++) {
            int row = some.rows[i];
            int at = (row & some.pageMask) * some.rowSlots + sumSlot;
            long value = values[some.positions[i]];
            long weight = weights[some.positions[i]];
            WideMath.add128(some.pages[row >> some.pageShift], at, Math.multiplyHigh(value, weight), value * weight);
        }
    }

    private void addWide(RowUpdates some, Int128Column column) {
        for (int i = 0; i < some.count; i++) {
            int row = some.rows[i];
            int position = some.positions[i];
            int at = (row & some.pageMask) * some.rowSlots + sumSlot;
            int weight = some.weights == null ? 1 : some.weights[position];
            WideMath.addProduct192(
                    some.pages[row >> some.pageShift], at, column.high[position], column.low[position], weight);
        }
    }

    @Override
    boolean subtracts() {
        return true;
    }

    @Override
    void merge(RowMerges merges) {
        if (counts) {
            merges.addLongs(countSlot);
        }
        for (int i = 0; i < merges.count(); i++) {
            long[] source = merges.sourcePage(i);
            int from = merges.sourceAt(i, sumSlot);
            long[] target = merges.targetPage(i);
            int at = merges.targetAt(i, sumSlot);
            if (words == 3) {
                WideMath.add192(target, at, source, from, merges.isNegative());
            } else if (merges.isNegative()) {
                WideMath.subtract128(target, at, source[from], source[from + 1]);
            } else {
                WideMath.add128(target, at, source[from], source[from + 1]);
            }
        }
    }

    @Override
    Column result(SlabRows rows) {
        ResultColumn result = new ResultColumn(spec.resultType(), rows.count());
        boolean average = spec.kind() == AccumulatorSpec.Kind.AVG;
        for (int i = 0; i < rows.count(); i++) {
            long[] page = rows.pages[i];
            int base = rows.bases[i];
            long count = page[base + countSlot];
            if (nullOverNothing && count == 0) {
                result.setNull(i);
            } else if (average) {
                setAverage(result, i, page, base + sumSlot, count);
            } else if (!setShortSum(result, i, page, base + sumSlot)) {
                setExact(
                        result,
                        i,
                        new BigDecimal(WideMath.toBigInteger(page, base + sumSlot, words), argument.scale()));
            }
        }
        return result.build();
    }

    /** The common case: a sum that fits a long, for a type that any long fits. */
    private boolean setShortSum(ResultColumn result, int i, long[] page, int at) {
        long low = page[at + words - 1];
        if (words != 2
                || page[at] != low >> 63
                || argument.scale() != spec.resultType().scale()) {
            return false;
        }
        switch (spec.resultType().kind()) {
            case BIGINT, INTERVAL_MICROS, INTERVAL_MONTHS -> result.slots[i] = low;
            case DECIMAL -> {
                if (spec.resultType().physical() != PhysicalKind.INT128) {
                    return false;
                }
                result.setInt128(i, low >> 63, low);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void setAverage(ResultColumn result, int i, long[] page, int at, long count) {
        boolean isDouble = spec.resultType().physical() == PhysicalKind.FLOAT64;
        long low = page[at + words - 1];
        if (isDouble && words == 2 && argument.scale() == 0 && page[at] == low >> 63 && Math.abs(low) < EXACT_DOUBLE) {
            result.setDouble(i, (double) low / count);
            return;
        }
        BigDecimal sum = new BigDecimal(WideMath.toBigInteger(page, at, words), argument.scale());
        BigDecimal divisor = BigDecimal.valueOf(count);
        if (isDouble) {
            result.setDouble(i, sum.divide(divisor, DOUBLE_DIGITS).doubleValue());
        } else {
            RoundingMode rounding =
                    spec.resultType().kind() == TypeKind.DECIMAL ? RoundingMode.HALF_UP : RoundingMode.DOWN;
            setExact(result, i, sum.divide(divisor, spec.resultType().scale(), rounding));
        }
    }

    private void setExact(ResultColumn result, int i, BigDecimal value) {
        DataType type = spec.resultType();
        if (type.physical() == PhysicalKind.FLOAT64) {
            result.setDouble(i, value.doubleValue());
            return;
        }
        BigInteger unscaled = value.setScale(type.scale(), RoundingMode.HALF_UP).unscaledValue();
        if (unscaled.compareTo(greatest(type)) > 0 || unscaled.compareTo(least(type)) < 0) {
            throw overflow(value);
        }
        if (type.physical() == PhysicalKind.INT128) {
            result.setInt128(i, unscaled.shiftRight(Long.SIZE).longValue(), unscaled.longValue());
        } else {
            result.slots[i] = unscaled.longValueExact();
        }
    }

    private static BigInteger greatest(DataType type) {
        return switch (type.kind()) {
            case TINYINT -> BigInteger.valueOf(Byte.MAX_VALUE);
            case SMALLINT -> BigInteger.valueOf(Short.MAX_VALUE);
            case INT -> BigInteger.valueOf(Integer.MAX_VALUE);
            case DECIMAL -> BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
            default -> BigInteger.valueOf(Long.MAX_VALUE);
        };
    }

    private static BigInteger least(DataType type) {
        BigInteger opposite = greatest(type).negate();
        return type.kind() == TypeKind.DECIMAL ? opposite : opposite.subtract(BigInteger.ONE);
    }

    private CodedException overflow(BigDecimal value) {
        String what = spec.kind() == AccumulatorSpec.Kind.AVG ? "AVG" : "SUM";
        return CodedException.of(
                        ErrorCode.ROW_ERROR_OVERFLOW,
                        what + " of \"" + argumentName + "\" is " + value.toPlainString() + ", out of the range of "
                                + spec.resultType())
                .hint("cast the argument to a wider type, such as DECIMAL(38, " + argument.scale() + ")");
    }
}
