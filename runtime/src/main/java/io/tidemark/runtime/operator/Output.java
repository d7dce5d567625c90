package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;

/** Where an operator puts the batches that it gives out. */
@FunctionalInterface
public interface Output {

    /** Passes a batch on. Batches without a selected row need not be passed on. */
    void emit(Batch batch);
}
