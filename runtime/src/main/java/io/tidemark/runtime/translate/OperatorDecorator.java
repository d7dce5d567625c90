package io.tidemark.runtime.translate;

import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.runtime.operator.Operator;
import java.util.function.Supplier;

/** Puts something around the operators of a plan: what watches them, counts or checks. */
@FunctionalInterface
public interface OperatorDecorator {

    /** Leaves every operator as it is. */
    OperatorDecorator NONE = (node, maker) -> maker.get();

    /**
     * The operator to run.
     *
     * @param node the node of the plan that it was translated from
     * @param maker makes the operator, and with each call another one with state of its own
     */
    Operator decorate(IncrementalNode node, Supplier<Operator> maker);
}
