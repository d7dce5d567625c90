package io.tidemark.server.avatica;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.server.serving.ResultRows;
import io.tidemark.server.session.Notice;
import io.tidemark.server.session.StatementResult;
import java.util.List;

/** Notices as rows of {@code code, sql_state, message}, for the driver's SQLWarnings. */
final class NoticeRows {

    private static final Schema SCHEMA = Schema.of(
            new Field("code", DataType.of(TypeKind.VARCHAR)),
            new Field("sql_state", DataType.of(TypeKind.VARCHAR)),
            new Field("message", DataType.of(TypeKind.VARCHAR)));

    private NoticeRows() {}

    static StatementResult.Rows of(List<Notice> notices) {
        BatchBuilder rows = new BatchBuilder(SCHEMA);
        for (Notice notice : notices.subList(0, Math.min(notices.size(), Batch.MAX_ROWS))) {
            rows.column(0).setString(notice.code().code());
            rows.column(1).setString(notice.code().sqlState());
            rows.column(2).setString(notice.message());
            rows.endRow();
        }
        return new StatementResult.Rows(SCHEMA, ResultRows.of(List.of(rows.build())));
    }
}
