package io.tidemark.planner;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.ast.SqlEmit;
import io.tidemark.sql.error.CodedException;
import java.util.Optional;
import org.apache.calcite.sql.SqlNumericLiteral;

/**
 * Where a push query can tell of epochs and go on from one: its changes have to be those of one materialized view or table, filtered and computed row
 * by row. What keeps state would lack what came before.
 */
final class Epochs {
    private Epochs() {}

    /** Refuses EPOCH() and SINCE EPOCH where they say nothing. <b>Errors</b>: UNSUPPORTED. */
    static void check(PlanRequest request, IncrementalNode root, ChangeColumns columns) {
        Optional<SqlNumericLiteral> since = request.emit().flatMap(SqlEmit::sinceEpoch);
        if ((since.isEmpty() && columns.epoch().isEmpty()) || hasEpochs(root)) {
            return;
        }
        String what = since.isPresent() ? "SINCE EPOCH" : "EPOCH()";
        CodedException error = CodedException.unsupported(
                        what
                                + " of a query that does more than to filter and compute the rows of one materialized view or table")
                .hint("make the query a materialized view, and watch that");
        throw since.flatMap(Positions::of)
                .map(position -> error.at(position, request.logical().sql()))
                .orElse(error);
    }

    private static boolean hasEpochs(IncrementalNode node) {
        if (node instanceof IncrementalCalc calc) {
            return hasEpochs(calc.input());
        }
        return node instanceof IncrementalScan scan && hasEpochs(scan.relation());
    }

    private static boolean hasEpochs(RelationDefinition relation) {
        return relation.kind() == RelationKind.MATERIALIZED_VIEW
                || (relation.kind() == RelationKind.TABLE
                        && relation.connector().isEmpty());
    }
}
