package io.tidemark.connectors.csv;

import io.tidemark.connectors.format.RowWriter;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.batch.ValueText;
import io.tidemark.runtime.bytes.ByteWords;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes a row as a record, straight from the bytes of its columns; text that would be read as NULL is quoted, and so is text with special characters.
 *
 * <p><b>Source</b>: RFC 4180, section 2, with lines that end in a line feed.
 */
final class CsvRowWriter implements RowWriter {

    /** Written out from this size on. */
    private static final int FULL_BYTES = 64 * 1024;

    /** Many readers skip a line that begins with it. */
    private static final byte COMMENT = '#';

    private final OutputStream out;
    private final byte delimiter;
    private final byte quote;
    private final byte[] nullLiteral;

    /** What makes quotes needed: delimiter, quote and the ends of lines. */
    private final long[] special;

    /** Whether numbers and times may need quotes. */
    private final boolean quotesNumbers;

    private byte[] buffer = new byte[FULL_BYTES + 4096];
    private int end;

    CsvRowWriter(CsvOptions options, OutputStream out) {
        this.out = out;
        this.delimiter = (byte) options.delimiter();
        this.quote = (byte) options.quote();
        this.nullLiteral = options.nullLiteral().getBytes(StandardCharsets.UTF_8);
        this.special = ByteWords.four(delimiter, quote, (byte) '\n', (byte) '\r');
        this.quotesNumbers = ("" + options.delimiter() + options.quote() + options.nullLiteral())
                .chars()
                .anyMatch(CsvRowWriter::isOfNumbers);
    }

    private static boolean isOfNumbers(int character) {
        return Character.isLetterOrDigit(character) || "+-:. ".indexOf(character) >= 0;
    }

    /** Writes the names of the columns. */
    void writeNames(Schema schema) {
        for (int i = 0; i < schema.size(); i++) {
            Field field = schema.field(i);
            writeText(i, field.name());
        }
        buffer[end - 1] = '\n';
    }

    @Override
    public void write(Batch batch) throws IOException {
        Column[] columns = batch.columns().toArray(Column[]::new);
        for (int i = 0; i < batch.selectedCount(); i++) {
            int row = batch.position(i);
            for (int copies = batch.weight(row); copies > 0; copies--) {
                writeRow(columns, row);
                if (end >= FULL_BYTES) {
                    writeOut();
                }
            }
        }
    }

    private void writeRow(Column[] columns, int row) {
        for (int i = 0; i < columns.length; i++) {
            Column column = columns[i];
            if (column.isNull(row)) {
                append(nullLiteral, 0, nullLiteral.length);
                endField();
            } else if (column instanceof BytesColumn bytes && column.type().kind() == TypeKind.VARCHAR) {
                long reference = bytes.references[row];
                byte[] page = bytes.pool.pageBytes(BytesPool.page(reference));
                int start = end;
                append(page, BytesPool.offset(reference), BytesPool.length(reference));
                endValue(i, start);
            } else if (column instanceof LongColumn numbers) {
                int start = end;
                reserve(ValueText.MAX_BYTES);
                end = ValueText.SQL.write(column.type(), numbers.values[row], buffer, end);
                if (quotesNumbers) {
                    endValue(i, start);
                } else {
                    endField();
                }
            } else {
                writeText(i, ValueText.SQL.of(column, row));
            }
        }
        buffer[end - 1] = '\n';
    }

    private void writeText(int field, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int start = end;
        append(bytes, 0, bytes.length);
        endValue(field, start);
    }

    private void append(byte[] bytes, int offset, int length) {
        reserve(length);
        System.arraycopy(bytes, offset, buffer, end, length);
        end += length;
    }

    private void reserve(int length) {
        if (length > buffer.length - end) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, end + length));
        }
    }

    /** Puts quotes around the value that begins at {@code start}, if it needs them, and a delimiter behind it. */
    private void endValue(int field, int start) {
        if (isQuoted(field, start)) {
            byte[] value = Arrays.copyOfRange(buffer, start, end);
            end = start;
            reserve(2 * value.length + 2);
            buffer[end++] = quote;
            for (byte character : value) {
                if (character == quote) {
                    buffer[end++] = quote;
                }
                buffer[end++] = character;
            }
            buffer[end++] = quote;
        }
        endField();
    }

    private void endField() {
        reserve(1);
        buffer[end++] = delimiter;
    }

    private boolean isQuoted(int field, int start) {
        boolean comment = field == 0 && end > start && buffer[start] == COMMENT;
        return comment
                || ByteWords.containsAny(buffer, start, end, special)
                || Arrays.equals(buffer, start, end, nullLiteral, 0, nullLiteral.length);
    }

    private void writeOut() throws IOException {
        out.write(buffer, 0, end);
        end = 0;
    }

    @Override
    public void finish() throws IOException {
        writeOut();
    }
}
