package io.tidemark.planner.translate;

import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.incremental.IncrementalUnnest;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;

/** UNNEST, which keeps nothing: what holds of a row's columns, holds of its elements' rows. */
final class UnnestTranslator {
    private UnnestTranslator() {}

    /** Whether a table function is UNNEST. */
    static boolean isUnnest(TableFunctionScan function) {
        return function.getCall() instanceof RexCall call && DialectOperators.UNNEST_ROWS.equals(call.getOperator());
    }

    static Part translate(Part input, TableFunctionScan function, SourcePosition position) {
        RexCall call = (RexCall) function.getCall();
        int array = ((RexInputRef) call.getOperands().get(0)).getIndex();
        boolean ordinality = call.getOperands().get(1).isAlwaysTrue();
        boolean outer = call.getOperands().get(2).isAlwaysTrue();
        Traits below = input.node().traits();
        Traits traits = new Traits(
                below.changelog(),
                below.emission(),
                below.watermarks(),
                below.watermarkLoss(),
                keys(below, ordinality, function.getRowType().getFieldCount() - 1));
        return new Part(
                new IncrementalUnnest(input.node(), array, ordinality, outer, function.getRowType(), traits, position),
                input.windows());
    }

    /** The places of its elements tell the rows apart that are made of one. */
    private static List<List<Integer>> keys(Traits below, boolean ordinality, int placeColumn) {
        List<List<Integer>> keys = new ArrayList<>();
        if (ordinality) {
            for (List<Integer> key : below.keys()) {
                List<Integer> extended = new ArrayList<>(key);
                extended.add(placeColumn);
                keys.add(extended);
            }
        }
        return keys;
    }
}
