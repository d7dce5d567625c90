package io.tidemark.server.session;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.StatementPlanner;
import io.tidemark.runtime.translate.RelationSchemas;
import io.tidemark.server.catalog.SessionContext;
import io.tidemark.server.serving.PushRows;
import io.tidemark.server.serving.ReadRequest;
import io.tidemark.server.serving.SnapshotResult;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/** SELECT, which ends, and SELECT STREAM, which doesn't. */
final class ReadStatements {

    private final ServerServices services;

    ReadStatements(ServerServices services) {
        this.services = services;
    }

    StatementExecutor.Outcome select(SessionContext context, Statement.Select select, Session.Request request) {
        StatementPlanner planner = services.planner(context);
        PlannedQuery plan =
                select.endless() ? planner.planContinuous(select.source()) : planner.planSnapshot(select.source());
        request.unboundedState().check(plan);
        PlannedQuery bound = plan.bind(request.parameters());
        ReadRequest read = new ReadRequest(bound, context, request.control().timeout(), request.control()::onCancel);
        List<Notice> notices = new ArrayList<>(Notices.of(plan.warnings()));
        if (select.endless()) {
            PushRows rows = services.reader().push(read);
            request.control().onCancel(rows::cancel);
            return new StatementExecutor.Outcome(
                    new StatementResult.Rows(RelationSchemas.output(bound), new EndlessRows(rows)), notices);
        }
        SnapshotResult result = services.reader().snapshot(read);
        if (result.lateRows() > 0) {
            notices.add(new Notice(ErrorCode.LATE_ROWS, left(result.lateRows(), "late")));
        }
        if (result.badRows() > 0) {
            notices.add(new Notice(
                    ErrorCode.BAD_ROWS,
                    left(result.badRows(), "bad") + "; the first: "
                            + result.firstBadRow().map(CodedException::render).orElse("")));
        }
        return new StatementExecutor.Outcome(
                new StatementResult.Rows(RelationSchemas.output(bound), ResultRows.of(result.batches())), notices);
    }

    private static String left(long rows, String why) {
        return rows == 1
                ? "1 row was " + why + " and is not in the result"
                : rows + " rows were " + why + " and are not in the result";
    }
}
