package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.state.SlabRows;

/**
 * Variances, covariances, correlation and linear regression, of one argument x or of two, (y, x). Slots: the number of arguments, how many of
 * them are NaN or infinite, then as {@link DoubleDouble}s the sums of x, of its squares, and, of two arguments, of y, of its squares and of the
 * products.
 *
 * <p>The sums have twice a double's digits and their products are exact, so what is added can be taken away again, and a variance keeps a
 * double's digits while the mean is up to some 10^8 times the deviation. With a NaN or an infinity among the arguments, all but the count is NaN.
 */
final class MomentAccumulator extends Accumulator {

    private static final int SPECIALS = 1;
    private static final int X = 2;
    private static final int XX = 4;
    private static final int Y = 6;
    private static final int YY = 8;
    private static final int XY = 10;

    private final AccumulatorSpec spec;
    private final boolean pairs;
    private int slot;

    MomentAccumulator(AccumulatorSpec spec) {
        this.spec = spec;
        this.pairs = spec.arguments().size() == 2;
    }

    @Override
    int slots() {
        return pairs ? XY + DoubleDouble.SLOTS : XX + DoubleDouble.SLOTS;
    }

    @Override
    void bind(int firstSlot, int weightSlot) {
        slot = firstSlot;
    }

    @Override
    void update(RowUpdates updates) {
        RowUpdates some = updates.where(spec.filter(), spec.arguments());
        NumberColumn first = new NumberColumn(some.column(spec.argument()));
        NumberColumn second =
                pairs ? new NumberColumn(some.column(spec.arguments().get(1))) : first;
        for (int i = 0; i < some.count; i++) {
            int row = some.rows[i];
            int position = some.positions[i];
            int weight = some.weights == null ? 1 : some.weights[position];
            long[] page = some.pages[row >> some.pageShift];
            int at = (row & some.pageMask) * some.rowSlots + slot;
            double x = second.at(position);
            double y = pairs ? first.at(position) : 0;
            page[at] += weight;
            if (!Double.isFinite(x) || !Double.isFinite(y)) {
                page[at + SPECIALS] += weight;
                continue;
            }
            DoubleDouble.addTimes(page, at + X, x, weight);
            DoubleDouble.addProduct(page, at + XX, x, x, weight);
            if (pairs) {
                DoubleDouble.addTimes(page, at + Y, y, weight);
                DoubleDouble.addProduct(page, at + YY, y, y, weight);
                DoubleDouble.addProduct(page, at + XY, x, y, weight);
            }
        }
    }

    @Override
    void merge(RowMerges merges) {
        merges.requireAdditions();
        merges.addLongs(slot);
        merges.addLongs(slot + SPECIALS);
        for (int sum = X; sum < slots(); sum += DoubleDouble.SLOTS) {
            merges.addDoubleDoubles(slot + sum);
        }
    }

    @Override
    Column result(SlabRows rows) {
        ResultColumn result = new ResultColumn(spec.resultType(), rows.count());
        for (int i = 0; i < rows.count(); i++) {
            long[] page = rows.pages[i];
            int at = rows.bases[i] + slot;
            long count = page[at];
            if (spec.kind() == AccumulatorSpec.Kind.REGR_COUNT) {
                result.slots[i] = count;
            } else if (count < leastCount()) {
                result.setNull(i);
            } else if (page[at + SPECIALS] != 0) {
                result.setDouble(i, Double.NaN);
            } else {
                setStatistic(result, i, page, at);
            }
        }
        return result.build();
    }

    private int leastCount() {
        return switch (spec.kind()) {
            case VAR_SAMP, STDDEV_SAMP, COVAR_SAMP -> 2;
            default -> 1;
        };
    }

    private void setStatistic(ResultColumn result, int i, long[] page, int at) {
        double count = page[at];
        switch (spec.kind()) {
            case VAR_POP -> result.setDouble(i, squares(page, at, X, XX) / count);
            case VAR_SAMP -> result.setDouble(i, squares(page, at, X, XX) / (count - 1));
            case STDDEV_POP -> result.setDouble(i, Math.sqrt(squares(page, at, X, XX) / count));
            case STDDEV_SAMP -> result.setDouble(i, Math.sqrt(squares(page, at, X, XX) / (count - 1)));
            case COVAR_POP -> result.setDouble(i, products(page, at) / count);
            case COVAR_SAMP -> result.setDouble(i, products(page, at) / (count - 1));
            case REGR_AVGX -> result.setDouble(i, mean(page, at, X));
            case REGR_AVGY -> result.setDouble(i, mean(page, at, Y));
            case REGR_SXX -> result.setDouble(i, squares(page, at, X, XX));
            case REGR_SYY -> result.setDouble(i, squares(page, at, Y, YY));
            case REGR_SXY -> result.setDouble(i, products(page, at));
            default -> setRelation(result, i, page, at);
        }
    }

    /** Those that are not defined where x, or for the correlation y, does not vary. */
    private void setRelation(ResultColumn result, int i, long[] page, int at) {
        double sxx = squares(page, at, X, XX);
        double syy = squares(page, at, Y, YY);
        double sxy = products(page, at);
        boolean defined = sxx != 0 && (spec.kind() != AccumulatorSpec.Kind.CORR || syy != 0);
        if (!defined) {
            result.setNull(i);
            return;
        }
        double slope = sxy / sxx;
        result.setDouble(
                i,
                switch (spec.kind()) {
                    case CORR -> Math.max(-1, Math.min(1, sxy / root(sxx, syy)));
                    case REGR_SLOPE -> slope;
                    case REGR_INTERCEPT -> mean(page, at, Y) - slope * mean(page, at, X);
                    default -> syy == 0 ? 1 : Math.min(1, slope * (sxy / syy));
                });
    }

    /** The root of a product, which itself may be out of a double's range. */
    private static double root(double a, double b) {
        double product = a * b;
        boolean exact = product >= Double.MIN_NORMAL && product <= Double.MAX_VALUE;
        return exact ? Math.sqrt(product) : Math.sqrt(a) * Math.sqrt(b);
    }

    private static double mean(long[] page, int at, int sum) {
        return DoubleDouble.at(page, at + sum).dividedBy((double) page[at]).toDouble();
    }

    /** The sum of the squares of the distances from the mean. */
    private static double squares(long[] page, int at, int sum, int squares) {
        DoubleDouble total = DoubleDouble.at(page, at + sum);
        return DoubleDouble.at(page, at + squares)
                .minus(total.times(total).dividedBy((double) page[at]))
                .orZero()
                .toDouble();
    }

    /** The sum of the products of the distances from the means. */
    private static double products(long[] page, int at) {
        DoubleDouble x = DoubleDouble.at(page, at + X);
        DoubleDouble y = DoubleDouble.at(page, at + Y);
        return DoubleDouble.at(page, at + XY)
                .minus(x.times(y).dividedBy((double) page[at]))
                .toDouble();
    }
}
