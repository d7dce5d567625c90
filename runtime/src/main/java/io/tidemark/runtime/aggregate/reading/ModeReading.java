package io.tidemark.runtime.aggregate.reading;

import io.tidemark.runtime.state.ArgumentIndex;

/** The most frequent argument, the least of several. <b>Cost</b>: O(different arguments). */
public record ModeReading() implements GroupReading {

    @Override
    public void read(ArgumentIndex arguments, int groupRow, StoredResult into) {
        ArgumentIndex.Entries entries = arguments.entries(groupRow);
        int most = -1;
        long weight = 0;
        for (int entry = entries.next(); entry >= 0; entry = entries.next()) {
            long present = arguments.table().weight(entry);
            if (present > weight) {
                most = entry;
                weight = present;
            }
        }
        if (most < 0) {
            into.setNull();
        } else {
            into.copy(arguments.table(), most, 1);
        }
    }
}
