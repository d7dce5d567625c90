package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.storage.codec.RowJson;
import io.tidemark.runtime.storage.versioned.RowWriter;
import io.tidemark.runtime.storage.versioned.VersionedRows;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Applies the changes of one commit to a table's rows, checking them. If it fails the caller rolls the rows back. */
final class TableCommit {

    private final String relation;
    private final Schema schema;
    private final List<Integer> keyColumns;
    private final VersionedRows rows;
    private final NotNullCheck notNull;
    private @Nullable CodedException closed;

    TableCommit(String relation, List<Integer> keyColumns, VersionedRows rows) {
        this.relation = relation;
        this.schema = rows.schema();
        this.keyColumns = keyColumns;
        this.rows = rows;
        this.notNull = new NotNullCheck(relation, schema);
    }

    /** Lets nothing be committed any more. */
    void close(CodedException reason) {
        closed = reason;
    }

    /** Throws why nothing can be committed any more, if so. */
    void requireOpen() {
        CodedException reason = closed;
        if (reason != null) {
            throw reason;
        }
    }

    void apply(TableChange change) {
        if (change instanceof TableChange.Insert insert) {
            insert.rows().forEach(this::insert);
        } else if (change instanceof TableChange.Upsert upsert) {
            upsert.rows().forEach(this::upsert);
        } else if (change instanceof TableChange.Delete delete) {
            delete.oldRows().forEach(this::delete);
        } else if (change instanceof TableChange.Update update) {
            update.oldRows().forEach(this::delete);
            update.newRows().forEach(this::insert);
        } else if (change instanceof TableChange.Expected expected) {
            expected.oldRows().forEach(this::takeExpected);
            expected.newRows().forEach(this::addExpected);
        } else if (change instanceof TableChange.Delta delta) {
            delta.rows().forEach(this::applyDelta);
        } else if (change instanceof TableChange.ReplaceAll replacement) {
            rows.retractAll();
            replacement.rows().forEach(this::applyDelta);
        }
    }

    private void insert(Batch batch) {
        notNull.check(batch);
        RowWriter writer = rows.writer(batch);
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            if (!keyColumns.isEmpty() && writer.containsKey(position)) {
                throw duplicateKey(batch, position);
            }
            writer.apply(position, 1);
        }
    }

    private void takeExpected(Batch batch) {
        RowWriter writer = rows.writer(batch);
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            for (int n = batch.weight(position); n > 0; n--) {
                if (!writer.containsRow(position)) {
                    throw changedMeanwhile(batch, position);
                }
                writer.apply(position, -1);
            }
        }
    }

    private void addExpected(Batch batch) {
        notNull.check(batch);
        RowWriter writer = rows.writer(batch);
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            if (!keyColumns.isEmpty() && writer.containsKey(position)) {
                throw changedMeanwhile(batch, position);
            }
            writer.apply(position, batch.weight(position));
        }
    }

    private CodedException changedMeanwhile(Batch batch, int position) {
        String row = keyColumns.isEmpty()
                ? "the row " + RowJson.of(schema, batch, position)
                : "the row with the primary key " + keyText(batch, position);
        return CodedException.of(
                        ErrorCode.CONFLICT,
                        "another commit has changed " + row + " of table \"" + relation
                                + "\" since this transaction began")
                .hint("the transaction was rolled back; run it again");
    }

    CodedException duplicateKey(Batch batch, int position) {
        return CodedException.of(
                ErrorCode.DUPLICATE_KEY,
                "table \"" + relation + "\" would have two rows with the primary key " + keyText(batch, position));
    }

    void requireNotNull(Batch batch) {
        notNull.check(batch);
    }

    private String keyText(Batch batch, int position) {
        Batch key = batch.withColumns(keyColumns.stream().map(batch::column).toList());
        return RowJson.of(schema.project(keyColumns), key, position);
    }

    private void upsert(Batch batch) {
        notNull.check(batch);
        RowWriter writer = rows.writer(batch);
        for (int i = 0; i < batch.selectedCount(); i++) {
            writer.apply(batch.position(i), 1);
        }
    }

    private void delete(Batch batch) {
        RowWriter writer = rows.writer(batch);
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            if (!writer.containsRow(position)) {
                throw CodedException.of(
                                ErrorCode.CONFLICT,
                                "another statement has changed a row of table \"" + relation + "\" since it was read: "
                                        + RowJson.of(schema, batch, position))
                        .hint("run the statement again");
            }
            writer.apply(position, -1);
        }
    }

    private void applyDelta(Batch batch) {
        RowWriter writer = rows.writer(batch);
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            int weight = batch.weight(position);
            if (weight > 0) {
                notNull.check(batch, position);
            }
            writer.apply(position, weight);
        }
    }
}
