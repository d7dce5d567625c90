package io.tidemark.server.explain;

import io.tidemark.server.query.RunningQuery;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;

/** A query that is not open, of which nothing can be measured. */
record NotOpen(RunningQuery query) {

    CodedException error() {
        return CodedException.of(
                        ErrorCode.QUERY_FAILED,
                        "query \"" + query.name() + "\" is not open: "
                                + query.lastError().orElse("it does not run"))
                .hint("mend the cause, then RESUME QUERY " + query.name());
    }
}
