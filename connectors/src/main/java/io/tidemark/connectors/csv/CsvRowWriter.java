package io.tidemark.connectors.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.CsvWriter.CsvWriterRecord;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategy;
import io.tidemark.connectors.format.RowWriter;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.ValueText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Writes a row as a record; text that would be read as NULL is quoted. */
final class CsvRowWriter implements RowWriter {

    private final CsvWriter writer;
    private final String nullLiteral;

    /** Whether the field being written is the literal for NULL, and not text that looks like it. */
    private boolean writingNull;

    CsvRowWriter(CsvOptions options, OutputStream out) {
        this.nullLiteral = options.nullLiteral();
        this.writer = CsvWriter.builder()
                .fieldSeparator(options.delimiter())
                .quoteCharacter(options.quote())
                .lineDelimiter(LineDelimiter.LF)
                .quoteStrategy(new LikeNull())
                .build(out, StandardCharsets.UTF_8);
    }

    /** Writes the names of the columns. */
    void writeNames(Schema schema) {
        writer.writeRecord(schema.fields().stream().map(Field::name).toList());
    }

    /** Quotes what would else be read as NULL. */
    private final class LikeNull implements QuoteStrategy {
        @Override
        public boolean quoteEmpty(int lineNumber, int fieldIndex) {
            return !writingNull && nullLiteral.isEmpty();
        }

        @Override
        public boolean quoteValue(int lineNumber, int fieldIndex, String value) {
            return !writingNull && value.equals(nullLiteral);
        }
    }

    @Override
    public void write(Batch batch) throws IOException {
        try {
            for (int i = 0; i < batch.selectedCount(); i++) {
                int row = batch.position(i);
                for (int copies = batch.weight(row); copies > 0; copies--) {
                    writeRow(batch, row);
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void writeRow(Batch batch, int row) {
        CsvWriterRecord record = writer.writeRecord();
        for (Column column : batch.columns()) {
            writingNull = column.isNull(row);
            record.writeField(writingNull ? nullLiteral : ValueText.SQL.of(column, row));
        }
        record.endRecord();
    }

    @Override
    public void finish() throws IOException {
        writer.flush();
    }
}
