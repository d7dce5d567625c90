package io.tidemark.benchmarks.nexmark;

import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Output;

/** Takes what a query gives out, epoch by epoch. */
interface ResultTaker extends Output {

    /** An epoch begins. */
    default void beginEpoch(long epoch) {}

    /** An epoch's deltas have all come. */
    default void endEpoch() {}

    /** The input is at its end; the dataflow still has its state. */
    default void end(Dataflow dataflow) {}
}
