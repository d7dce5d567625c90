package io.tidemark.runtime.aggregate.reading;

import io.tidemark.runtime.state.ArgumentIndex;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;

/** The argument of the one row of a group, NULL if that is it. <b>Cost</b>: O(different arguments). <b>Errors</b>: CARDINALITY if there are several rows. */
public record SingleReading() implements GroupReading {

    @Override
    public void read(ArgumentIndex arguments, int groupRow, StoredResult into) {
        ArgumentIndex.Entries entries = arguments.entries(groupRow);
        int single = -1;
        long rows = 0;
        for (int entry = entries.next(); entry >= 0; entry = entries.next()) {
            long present = arguments.table().weight(entry);
            single = present > 0 ? entry : single;
            rows += present;
        }
        if (rows > 1) {
            throw CodedException.of(
                            ErrorCode.CARDINALITY, "a subquery that stands for one value gave " + rows + " rows")
                    .hint("an aggregate such as MAX makes one value of several");
        }
        if (single < 0) {
            into.setNull();
        } else {
            into.copy(arguments.table(), single, 1);
        }
    }
}
