package io.tidemark.runtime.accounting;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.operator.Dataflow;
import java.util.ArrayDeque;

/**
 * The batches that a dataflow was given and that a ledger has not settled yet, because operators may still report rows of them. They are settled in the
 * order in which they came.
 */
public final class OpenBatches {

    private final RowLedger ledger;
    private final Dataflow dataflow;
    private final ArrayDeque<Batch> batches = new ArrayDeque<>();

    /** None yet. */
    public OpenBatches(RowLedger ledger, Dataflow dataflow) {
        this.ledger = ledger;
        this.dataflow = dataflow;
    }

    /** Takes a batch that the dataflow has been given, and settles those that have passed it. */
    public void processed(Batch batch) {
        batches.add(batch);
        while (!batches.isEmpty() && !dataflow.isUnderWay(batches.element())) {
            ledger.settle(batches.remove());
        }
    }

    /** Settles all that are left, when the dataflow has ended its epoch. */
    public void ended() {
        while (!batches.isEmpty()) {
            ledger.settle(batches.remove());
        }
    }

    /** Forgets those of an epoch that was given up. */
    public void clear() {
        batches.clear();
    }
}
