package io.tidemark.server.system;

import io.tidemark.server.audit.AuditEntry;
import io.tidemark.server.audit.AuditLog;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** {@code sys.audit}: the newest entries of the audit log, for administrators. */
record AuditTable(AuditLog log) implements SystemTable {

    private static final int MAX_ROWS = 10_000;

    @Override
    public String name() {
        return "audit";
    }

    @Override
    public String columns() {
        return "\"time\" TIMESTAMP_LTZ(6) NOT NULL, \"user\" VARCHAR, client VARCHAR, session VARCHAR, statement VARCHAR NOT NULL,"
                + " sqlstate VARCHAR NOT NULL, message VARCHAR";
    }

    @Override
    public void fill(SystemRows rows) {
        rows.viewer().requireAdministrator();
        for (AuditEntry entry : log.newest(MAX_ROWS)) {
            rows.time(ChronoUnit.MICROS.between(Instant.EPOCH, entry.time()))
                    .text(known(entry.user()))
                    .text(known(entry.address()))
                    .text(known(entry.session()))
                    .text(entry.statement())
                    .text(entry.sqlState())
                    .text(known(entry.message()))
                    .end();
        }
    }

    private static @Nullable String known(String text) {
        return text.isEmpty() ? null : text;
    }
}
