package io.tidemark.runtime.setoperation;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.LatenessJudge;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a {@link SetOperationOperator} computes.
 *
 * @param rows the columns of the rows; the input has the number of the branch behind them
 * @param multiplicity how often a row comes out
 * @param branches how many branches there are
 * @param closingKeys the columns whose watermark makes a row final, by their indexes; a row is closed once any of them has passed
 * @param finalEmission whether a row is given out once, when it is closed, instead of with every change
 */
public record SetOperationSpec(
        Schema rows, Multiplicity multiplicity, int branches, List<ClosingKey> closingKeys, boolean finalEmission) {

    public SetOperationSpec {
        closingKeys = List.copyOf(closingKeys);
    }

    /** What tells late rows. */
    public LatenessJudge judge(LateRowHandler late) {
        return new LatenessJudge(
                closingKeys, IntStream.range(0, rows.size()).boxed().toList(), late);
    }
}
