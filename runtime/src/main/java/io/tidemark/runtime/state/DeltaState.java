package io.tidemark.runtime.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** State that can tell what has changed since it was captured last, and that is written while it goes on changing. */
public interface DeltaState {

    /**
     * Captures the state between two epochs, in little time.
     *
     * @param whole whether all of it is wanted, instead of what changed since the last capture
     */
    Capture capture(boolean whole);

    /**
     * Loads what captures wrote, in place of the present state.
     *
     * @param segments one that is whole, then those of the captures that followed it, in order
     */
    void load(List<? extends DataInput> segments) throws IOException;

    /** The state at one moment, or what had changed by then. Written by another thread than the state's, and released when that is done. */
    interface Capture {

        /** Whether it is all of the state, also where that was not asked for. */
        boolean isWhole();

        /** Writes it. */
        void write(DataOutput out) throws IOException;

        /** Says that it won't be written any more. */
        void release();
    }
}
