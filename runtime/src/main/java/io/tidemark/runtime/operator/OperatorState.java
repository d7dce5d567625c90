package io.tidemark.runtime.operator;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The state of one operator as checkpoints see it. Written between epochs; loaded once, before the first epoch.
 *
 * <p>The checkpoint adds framing and checksums; implementations write plain values and document their layout.
 */
public interface OperatorState {

    /** A text that changes whenever the layout of the written state changes; state is only loaded into an operator with an equal one. */
    String layout();

    /** Writes the whole state. */
    void write(DataOutput out) throws IOException;

    /** Loads what {@link #write} wrote, in place of the present state. */
    void load(DataInput in) throws IOException;

    /** The number of rows (groups, versions) held. */
    long rows();

    /** The memory held, in bytes, as accounted. */
    long sizeBytes();
}
