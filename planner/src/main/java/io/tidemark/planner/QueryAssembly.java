package io.tidemark.planner;

import io.tidemark.sql.error.CodedException;
import java.util.Optional;

/** Makes a planned query of a request. */
final class QueryAssembly {
    private QueryAssembly() {}

    static PlannedQuery assemble(PlanRequest request) {
        return Optional.<PlannedQuery>empty().orElseThrow(() -> CodedException.unsupported(request.kind() + " query"));
    }
}
