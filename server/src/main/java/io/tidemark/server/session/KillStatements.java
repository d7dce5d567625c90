package io.tidemark.server.session;

import io.tidemark.planner.statement.Statement;
import io.tidemark.server.activity.ConnectedSession;
import io.tidemark.server.activity.ConnectedSessions;
import io.tidemark.server.activity.RunningStatement;
import io.tidemark.server.security.Access;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;

/** KILL SESSION and KILL STATEMENT. */
final class KillStatements {

    private final ConnectedSessions sessions;
    private final Access access;

    KillStatements(ConnectedSessions sessions, Access access) {
        this.sessions = sessions;
        this.access = access;
    }

    /** Ends a session of a user, or as an administrator of anyone, and waits until its transaction is rolled back; or tells a statement to end, which it does by itself. */
    StatementExecutor.Outcome kill(String user, Statement.Kill kill, Session.Request request) {
        switch (kill.target()) {
            case SESSION -> {
                ConnectedSession killed = sessions.session(kill.id())
                        .filter(session -> access.seesOf(user, session.user()))
                        .orElseThrow(() -> unknown(kill, request));
                Waiting.forResult(killed.kill(), request.control(), "the end of session " + kill.id());
            }
            case STATEMENT -> {
                RunningStatement killed = sessions.statement(kill.id())
                        .filter(statement -> isOf(user, statement))
                        .orElseThrow(() -> unknown(kill, request));
                killed.control().cancel();
            }
        }
        return StatementExecutor.Outcome.done();
    }

    /** Whether a user may end a statement: an own one, or as an administrator any. */
    private boolean isOf(String user, RunningStatement statement) {
        return sessions.all().stream()
                .filter(session -> access.seesOf(user, session.user()))
                .anyMatch(session -> session.statements().contains(statement));
    }

    private static CodedException unknown(Statement.Kill kill, Session.Request request) {
        CodedException error = kill.target() == Statement.Kill.Target.SESSION
                ? CodedException.of(ErrorCode.UNKNOWN_OBJECT, "no session \"" + kill.id() + "\"")
                        .hint("the column session of sys.sessions has the ids of those that are connected")
                : CodedException.of(ErrorCode.UNKNOWN_OBJECT, "no running statement \"" + kill.id() + "\"")
                        .hint("the column statement_id of sys.sessions has the ids of those that run");
        return error.at(kill.position(), request.sql());
    }
}
