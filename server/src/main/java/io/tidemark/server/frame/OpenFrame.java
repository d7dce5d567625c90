package io.tidemark.server.frame;

import io.tidemark.runtime.batch.Batch;
import org.apache.calcite.avatica.Meta;

/** A frame that is being filled with rows. */
public interface OpenFrame {

    /**
     * Adds rows of a batch until there are no more, or the frame is full.
     *
     * @param from the number of the first selected row to be added
     * @param max how many rows are added at most
     * @return the number of the next selected row
     */
    int append(Batch batch, int from, int max);

    /** How many rows it has. */
    int count();

    /** Whether it has as many bytes as it should, or more. */
    boolean isFull();

    /**
     * The frame as the protocol has it.
     *
     * @param offset how many rows of the result came before
     * @param done whether these are the last
     */
    Meta.Frame close(long offset, boolean done);
}
