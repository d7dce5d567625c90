package io.tidemark.planner;

import io.tidemark.sql.error.CodedException;

/** Makes a planned query of a request. */
final class QueryAssembly {
    private QueryAssembly() {}

    static PlannedQuery assemble(PlanRequest request) {
        throw CodedException.unsupported(request.kind() + " query");
    }
}
