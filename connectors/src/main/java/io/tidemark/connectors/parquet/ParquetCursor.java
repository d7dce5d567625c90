package io.tidemark.connectors.parquet;

import io.tidemark.connectors.format.DataFile;
import io.tidemark.connectors.format.FilePart;
import io.tidemark.connectors.format.ReadTarget;
import io.tidemark.connectors.value.RowErrors;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Goes through the rows of one file, with the columns wanted. */
final class ParquetCursor implements AutoCloseable {

    private final DataFile file;
    private final Schema wanted;
    private final ParquetFileReader reader;
    private final List<ColumnBinding> bindings;
    private final MessageType requested;

    private long row;
    private int group = -1;
    private long groupEnd;
    private Reading[] columns = new Reading[0];

    /** A column of the row group being read. */
    private record Reading(ColumnBinding binding, ColumnReader reader, int maxDefinition) {}

    private ParquetCursor(DataFile file, Schema wanted, ParquetFileReader reader, List<ColumnBinding> bindings) {
        this.file = file;
        this.wanted = wanted;
        this.reader = reader;
        this.bindings = bindings;
        this.requested = new MessageType(
                reader.getFileMetaData().getSchema().getName(),
                bindings.stream().map(ColumnBinding::type).distinct().toList());
        reader.setRequestedSchema(requested);
    }

    /** Opens the file of a part and stands at its first row. */
    static ParquetCursor open(FilePart part, ReadTarget target, ZoneId zone) throws IOException {
        ParquetFileReader reader = ParquetFileReading.openFile(part.file());
        try {
            MessageType schema = reader.getFileMetaData().getSchema();
            ParquetCursor cursor = new ParquetCursor(
                    part.file(), target.schema(), reader, ColumnBinding.bind(part.file(), schema, target, zone));
            cursor.skipTo(part.from());
            return cursor;
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /** Whether the next row is the first of the part, and the columns are those wanted. */
    boolean standsAt(FilePart part, Schema columnsWanted) {
        return file.equals(part.file()) && row == part.from() && wanted.equals(columnsWanted);
    }

    private void skipTo(long target) throws IOException {
        while (groupEnd <= target && group + 1 < reader.getRowGroups().size()) {
            group++;
            row = groupEnd;
            groupEnd += reader.getRowGroups().get(group).getRowCount();
        }
        if (target < groupEnd) {
            openGroup();
            for (; row < target; row++) {
                skipRow();
            }
        }
        row = target;
    }

    private void skipRow() {
        for (Reading column : columns) {
            skipValue(column);
            skipRest(column);
        }
    }

    /** A value that is neither read nor skipped would be the next one's. */
    private static void skipValue(Reading column) {
        if (column.reader.getCurrentDefinitionLevel() == column.maxDefinition) {
            column.reader.skip();
        }
        column.reader.consume();
    }

    /** Passes over the elements of a list that are left of the row. */
    private static void skipRest(Reading column) {
        while (column.reader.getCurrentRepetitionLevel() > 0) {
            skipValue(column);
        }
    }

    private void openGroup() throws IOException {
        if (bindings.isEmpty()) {
            return;
        }
        PageReadStore pages = reader.readRowGroup(group);
        ColumnReadStoreImpl store = new ColumnReadStoreImpl(
                pages,
                new NoConversion(requested),
                requested,
                reader.getFileMetaData().getCreatedBy());
        columns = new Reading[bindings.size()];
        for (int i = 0; i < columns.length; i++) {
            ColumnBinding binding = bindings.get(i);
            ColumnDescriptor descriptor = requested.getColumnDescription(binding.path());
            columns[i] = new Reading(binding, store.getColumnReader(descriptor), descriptor.getMaxDefinitionLevel());
        }
    }

    /**
     * Reads the next row into the builder's current one.
     *
     * @throws CodedException a row error, after which the cursor stands at the next row; EXTERNAL_REJECTED if the file is damaged
     */
    void readRow(BatchBuilder builder) throws IOException {
        try {
            if (row == groupEnd) {
                nextGroup();
            }
            row++;
            readColumns(builder);
        } catch (CodedException e) {
            throw e;
        } catch (RuntimeException e) {
            throw CodedException.of(
                            ErrorCode.EXTERNAL_REJECTED, "file \"" + file.path() + "\" is damaged: " + e.getMessage())
                    .cause(e);
        }
    }

    private void nextGroup() throws IOException {
        List<BlockMetaData> groups = reader.getRowGroups();
        while (row == groupEnd) {
            group++;
            groupEnd += groups.get(group).getRowCount();
        }
        openGroup();
    }

    /** Every column moves on, also where another one's value is bad. */
    private void readColumns(BatchBuilder builder) {
        CodedException error = null;
        for (Reading column : columns) {
            try {
                readValue(column, builder);
            } catch (CodedException e) {
                error = error == null ? e : error;
            }
            skipRest(column);
        }
        if (error != null) {
            throw error;
        }
    }

    private static void readValue(Reading column, BatchBuilder builder) {
        ColumnBuilder target = builder.column(column.binding.index());
        boolean present = column.binding.reader().read(column.reader, target);
        if (!present && !column.binding.field().type().nullable()) {
            throw RowErrors.nullNotAllowed(column.binding.field());
        }
    }

    /** The number of the next row. */
    long row() {
        return row;
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Columns are read one by one, so nothing is assembled. */
    private static final class NoConversion extends GroupConverter {

        private final GroupType type;

        NoConversion(GroupType type) {
            this.type = type;
        }

        @Override
        public Converter getConverter(int index) {
            Type field = type.getType(index);
            return field.isPrimitive() ? new PrimitiveConverter() {} : new NoConversion(field.asGroupType());
        }

        @Override
        public void start() {}

        @Override
        public void end() {}
    }
}
