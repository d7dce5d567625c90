package io.tidemark.connectors.csv;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.CsvWriter.CsvWriterRecord;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategy;
import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.RandomRows;
import io.tidemark.connectors.testing.RowBatches;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.ValueText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records are written, byte for byte, as another writer of the same format writes them. */
class CsvRowWriterTest {

    private static final int ROWS = 2_000;

    static List<CsvOptions> options() {
        return List.of(
                new CsvOptions(',', '"', "", false),
                new CsvOptions('\t', '\'', "NULL", false),
                new CsvOptions('-', '"', "\\N", false),
                new CsvOptions('1', '|', "ä", false),
                new CsvOptions(';', '0', "5", false));
    }

    @ParameterizedTest
    @MethodSource("options")
    void valuesOfEveryTypeAreWrittenAsAnotherWriterDoes(CsvOptions options) throws IOException {
        Batch batch = new RandomRows(7).batch(ROWS);

        assertThat(written(options, batch)).isEqualTo(expected(options, batch));
    }

    @Test
    void aTextThatIsLongerThanAllRoomIsWrittenWhole() throws IOException {
        String text = "a\"b,".repeat(500_000);
        Batch batch = RowBatches.of(Columns.schema("txt VARCHAR, n INT"), text + "|7", "x|8");

        assertThat(written(options().get(0), batch))
                .isEqualTo(('"' + text.replace("\"", "\"\"") + "\",7\nx,8\n").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theSignOfCommentsCanBeTheQuote() throws IOException {
        Batch batch = RowBatches.of(Columns.schema("txt VARCHAR"), "#x", "y");

        assertThat(written(new CsvOptions(',', '#', "", false), batch))
                .isEqualTo("###x#\ny\n".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aRowIsWrittenAsOftenAsItsWeightSays() throws IOException {
        Batch batch = RowBatches.of(Columns.schema("txt VARCHAR"), "#x", "y").withWeights(new int[] {2, 1});

        assertThat(written(options().get(0), batch)).isEqualTo("\"#x\"\n\"#x\"\ny\n".getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] written(CsvOptions options, Batch batch) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CsvRowWriter writer = new CsvRowWriter(options, out);
        writer.write(batch);
        writer.finish();
        return out.toByteArray();
    }

    private static byte[] expected(CsvOptions options, Batch batch) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Quotes quotes = new Quotes(options.nullLiteral());
        CsvWriter writer = CsvWriter.builder()
                .fieldSeparator(options.delimiter())
                .quoteCharacter(options.quote())
                .lineDelimiter(LineDelimiter.LF)
                .quoteStrategy(quotes)
                .build(out, StandardCharsets.UTF_8);
        for (int i = 0; i < batch.selectedCount(); i++) {
            int row = batch.position(i);
            CsvWriterRecord record = writer.writeRecord();
            for (Column column : batch.columns()) {
                quotes.writingNull = column.isNull(row);
                record.writeField(quotes.writingNull ? options.nullLiteral() : ValueText.SQL.of(column, row));
            }
            record.endRecord();
        }
        writer.flush();
        return out.toByteArray();
    }

    /** Quotes what would else be read as NULL. */
    private static final class Quotes implements QuoteStrategy {

        private final String nullLiteral;
        private boolean writingNull;

        private Quotes(String nullLiteral) {
            this.nullLiteral = nullLiteral;
        }

        @Override
        public boolean quoteEmpty(int lineNumber, int fieldIndex) {
            return !writingNull && nullLiteral.isEmpty();
        }

        @Override
        public boolean quoteValue(int lineNumber, int fieldIndex, String value) {
            return !writingNull && value.equals(nullLiteral);
        }
    }
}
