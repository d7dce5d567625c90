package io.tidemark.server.audit;

import io.tidemark.planner.statement.Statement;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.parser.ConfidentialText;
import java.util.Optional;
import java.util.function.Supplier;

/** Which statements of a session the audit log tells of: those that administer, and those that the user may not run. */
public final class AuditedStatements {

    private static final int KEPT_CHARACTERS = 4096;

    private final AuditLog log;
    private final AuditEntry.Origin origin;

    /** Of a session. */
    public AuditedStatements(AuditLog log, AuditEntry.Origin origin) {
        this.log = log;
        this.origin = origin;
    }

    /** Runs a statement that may turn out not to be allowed. */
    public <T> T guarded(String sql, Supplier<T> run) {
        try {
            return run.get();
        } catch (CodedException e) {
            if (e.code() == ErrorCode.INSUFFICIENT_PRIVILEGE) {
                log.writeRefusal(origin, shown(sql), e);
            }
            throw e;
        }
    }

    /** Runs a statement that has been read: if it administers, it is acknowledged only when the log has it. */
    public <T> T run(Statement statement, String sql, Supplier<T> run) {
        if (!administers(statement)) {
            return guarded(sql, run);
        }
        log.requireWritable();
        T result;
        try {
            result = run.get();
        } catch (CodedException e) {
            log.writeRefusal(origin, shown(sql), e);
            throw e;
        }
        log.write(origin, shown(sql), Optional.empty());
        return result;
    }

    private static boolean administers(Statement statement) {
        return statement instanceof Statement.CreateUser
                || statement instanceof Statement.AlterUser
                || statement instanceof Statement.DropUser
                || statement instanceof Statement.CreateRole
                || statement instanceof Statement.DropRole
                || statement instanceof Statement.GrantRoles
                || statement instanceof Statement.GrantPrivileges
                || statement instanceof Statement.ReassignOwned
                || statement instanceof Statement.CreateSecret
                || statement instanceof Statement.AlterSecret
                || statement instanceof Statement.DropSecret
                || statement instanceof Statement.CreateFunction
                || statement instanceof Statement.Drop
                || statement instanceof Statement.Kill;
    }

    private static String shown(String sql) {
        String text = ConfidentialText.hidden(sql);
        return text.length() <= KEPT_CHARACTERS ? text : text.substring(0, KEPT_CHARACTERS) + "…";
    }
}
