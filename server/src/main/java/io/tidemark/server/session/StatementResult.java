package io.tidemark.server.session;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.server.serving.ResultRows;

/** What a statement gives back. */
public sealed interface StatementResult {

    /** A count of rows changed; 0 for statements that change none. */
    record Updated(long rows) implements StatementResult {}

    /** Rows to be read. Whoever takes the result closes it. */
    record Rows(Schema schema, ResultRows rows) implements StatementResult {}
}
