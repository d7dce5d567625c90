package io.tidemark.runtime.translate;

import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.runtime.calc.EpochClock;
import io.tidemark.runtime.operator.Dataflow.RowHandlers;
import io.tidemark.runtime.operator.Operator;
import java.util.List;
import java.util.Optional;

/**
 * One node of a translated plan: how to make its operator, and where its input comes from.
 *
 * @param id the same for the same plan
 * @param path where the node stands in its plan, from the root, which is 0
 * @param inputs where each input comes from, in order
 * @param maker makes the operator
 * @param node what it was translated from
 * @param source the Java source generated for it
 */
record Stage(String id, String path, List<Input> inputs, Maker maker, IncrementalNode node, Optional<String> source) {

    /** The inputs on whose watermarks its own depends: a table that rows meet as it is holds nothing back. */
    List<Input> timedInputs() {
        return node instanceof IncrementalJoin join && join.kind().isTemporal() ? inputs.subList(0, 1) : inputs;
    }

    /** Makes operators with fresh state. */
    @FunctionalInterface
    interface Maker {
        Operator make(RowHandlers handlers, EpochClock clock);
    }

    /** A scan, or another stage, by its index. */
    record Input(boolean isScan, int index) {}
}
