package io.tidemark.connectors.format;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.RowTags;
import java.util.List;

/** Builds batches of one file's rows: the format sets the columns that stand in the file, this one those that tell about it. */
public final class FileRowBuilder {

    private final DataFile file;
    private final BatchBuilder builder;
    private final List<Constant> constants;
    private final long[] references;

    /** A column that has the same value in every row; text is copied once a batch and referred to by its rows. */
    private record Constant(FileMetadata metadata, ColumnBuilder column) {}

    public FileRowBuilder(DataFile file, ReadTarget target) {
        this.file = file;
        this.builder = new BatchBuilder(target.schema());
        this.constants = target.metadataKeys().entrySet().stream()
                .map(entry -> new Constant(entry.getValue(), builder.column(entry.getKey())))
                .toList();
        this.references = new long[constants.size()];
    }

    /** The builder, standing at the current row. */
    public BatchBuilder builder() {
        return builder;
    }

    /** Keeps the current row. */
    public void endRow() {
        for (int i = 0; i < constants.size(); i++) {
            setConstant(i, constants.get(i));
        }
        builder.endRow();
    }

    private void setConstant(int i, Constant constant) {
        ColumnBuilder column = constant.column();
        if (!constant.metadata().isText()) {
            column.setLong(constant.metadata().number(file));
            return;
        }
        if (builder.rowCount() == 0) {
            byte[] text = constant.metadata().text(file);
            references[i] = column.pool().append(text, 0, text.length);
        }
        column.setReference(references[i]);
    }

    /** The rows kept so far as a batch. */
    public Batch build(RowOrigin origin) {
        return builder.build().withTags(new RowTags(null, origin, null));
    }
}
