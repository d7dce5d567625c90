package io.tidemark.connectors.parquet;

import io.tidemark.connectors.format.FilePart;
import io.tidemark.connectors.format.FileRowBuilder;
import io.tidemark.connectors.format.PartReader;
import io.tidemark.connectors.format.ReadTarget;
import io.tidemark.connectors.json.JsonRowEncoder;
import io.tidemark.connectors.value.RowErrors;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorKind;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a part. A row's payload is the columns read of it, as JSON. */
final class ParquetPartReader implements PartReader {

    private final FilePart part;
    private final ReadTarget target;
    private final ParquetCursor cursor;
    private final Keeper keeper;
    private final FileRowBuilder rows;

    /** Takes the cursor back. */
    @FunctionalInterface
    interface Keeper {
        void keep(ParquetCursor cursor) throws IOException;
    }

    ParquetPartReader(FilePart part, ReadTarget target, ParquetCursor cursor, Keeper keeper) {
        this.part = part;
        this.target = target;
        this.cursor = cursor;
        this.keeper = keeper;
        this.rows = new FileRowBuilder(part.file(), target);
    }

    @Override
    public @Nullable Batch next() throws IOException {
        long[] offsets = new long[(int) Math.min(Batch.MAX_ROWS, part.to() - cursor.row())];
        while (!rows.builder().isFull() && cursor.row() < part.to()) {
            int index = rows.builder().rowCount();
            if (index == offsets.length) {
                offsets = Arrays.copyOf(offsets, Batch.MAX_ROWS);
            }
            offsets[index] = part.offsetBase() + cursor.row();
            readRow(cursor.row());
        }
        return rows.builder().rowCount() == 0 ? null : build(offsets);
    }

    private void readRow(long row) throws IOException {
        try {
            cursor.readRow(rows.builder());
            rows.endRow();
        } catch (CodedException e) {
            if (e.code().kind() != ErrorKind.DATA) {
                throw e;
            }
            rows.builder().discardRow();
            String place = "file \"" + part.file().name() + "\", row " + (row + 1);
            target.badRows().badRow(0, part.offsetBase() + row, "", RowErrors.at(place, e));
        }
    }

    private Batch build(long[] offsets) {
        Batch batch = rows.builder().build();
        return batch.withTags(new RowTags(null, new Origin(target.schema(), batch, offsets), null));
    }

    /** Rows by their number; their text is made when asked for. */
    private static final class Origin implements RowOrigin {

        private final Schema schema;
        private final Batch batch;
        private final long[] offsets;

        Origin(Schema schema, Batch batch, long[] offsets) {
            this.schema = schema;
            this.batch = batch;
            this.offsets = offsets;
        }

        @Override
        public int partition() {
            return 0;
        }

        @Override
        public long offset(int row) {
            return offsets[row];
        }

        @Override
        public String payload(int row) {
            return JsonRowEncoder.toText(schema, batch.columns(), row);
        }
    }

    @Override
    public void close() throws IOException {
        keeper.keep(cursor);
    }
}
