package io.tidemark.server.system;

import io.tidemark.server.activity.ConnectedSession;
import io.tidemark.server.activity.ConnectedSessions;
import io.tidemark.server.activity.RunningStatement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** {@code sys.sessions}: one row per running statement of each session, and one for a session that runs none. */
record SessionsTable(ConnectedSessions sessions) implements SystemTable {

    @Override
    public String name() {
        return "sessions";
    }

    @Override
    public String columns() {
        return "session VARCHAR NOT NULL, \"user\" VARCHAR NOT NULL, client VARCHAR NOT NULL, connected_at TIMESTAMP_LTZ(3)"
                + " NOT NULL, statement VARCHAR, running_since TIMESTAMP_LTZ(3), statement_id VARCHAR";
    }

    @Override
    public void fill(SystemRows rows) {
        for (ConnectedSession session : sessions.all()) {
            if (!rows.viewer().seesOf(session.user())) {
                continue;
            }
            List<RunningStatement> statements = session.statements();
            statements.forEach(statement -> session(rows, session)
                    .text(statement.shownSql())
                    .time(micros(statement.since()))
                    .text(statement.id())
                    .end());
            if (statements.isEmpty()) {
                session(rows, session)
                        .text(null)
                        .time(Long.MIN_VALUE)
                        .text(null)
                        .end();
            }
        }
    }

    private static SystemRows session(SystemRows rows, ConnectedSession session) {
        return rows.text(session.id())
                .text(session.user())
                .text(session.client())
                .time(micros(session.connectedAt()));
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
