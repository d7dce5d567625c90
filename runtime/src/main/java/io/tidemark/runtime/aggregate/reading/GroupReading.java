package io.tidemark.runtime.aggregate.reading;

import io.tidemark.runtime.state.ArgumentIndex;

/** Works an aggregate's result out from the arguments of a group. */
public interface GroupReading {

    /** Reads the arguments of the group at {@code groupRow} and sets the result, to NULL if there are none. */
    void read(ArgumentIndex arguments, int groupRow, StoredResult into);
}
