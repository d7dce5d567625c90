package io.tidemark.planner;

import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** JOIN-01 for joins in which each row is held against all rows of the other side. */
final class JoinWarnings {
    private JoinWarnings() {}

    static List<PlanWarning> of(IncrementalNode node) {
        List<PlanWarning> warnings = new ArrayList<>();
        node.inputs().forEach(input -> warnings.addAll(of(input)));
        if (node instanceof IncrementalJoin join && join.keys().isEmpty() && !hasOneRow(join)) {
            warnings.add(new PlanWarning(
                    ErrorCode.JOIN_01,
                    "each row of one side of " + join.kind().words()
                            + " is held against every row of the other, since no column of one has to equal one of the other",
                    Optional.of(join.position()),
                    "join on an equality, if there is one"));
        }
        return warnings;
    }

    private static boolean hasOneRow(IncrementalJoin join) {
        return join.inputs().stream().anyMatch(input -> input.traits().keys().contains(List.<Integer>of()));
    }
}
