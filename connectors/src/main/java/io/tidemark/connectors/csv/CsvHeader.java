package io.tidemark.connectors.csv;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import io.tidemark.connectors.format.DataFile;
import io.tidemark.connectors.value.RowErrors;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The names that a file's first record gives to its fields. */
final class CsvHeader {

    private static final int MAX_BYTES = 1 << 20;

    private CsvHeader() {}

    /**
     * Reads the names; none of an empty file.
     *
     * @throws CodedException ROW_ERROR_MALFORMED if the first record is no list of names
     */
    static List<String> read(DataFile file, CsvOptions options) throws IOException {
        byte[] bytes = new byte[(int) Math.min(MAX_BYTES, file.sizeBytes())];
        try (RandomAccessFile in = new RandomAccessFile(file.path().toFile(), "r")) {
            in.readFully(bytes);
        }
        CsvScanner scanner = new CsvScanner(options);
        int end = scanner.next(bytes, 0, bytes.length);
        if (end < 0 && (bytes.length == MAX_BYTES || scanner.isWithinQuotes())) {
            throw noHeader();
        }
        String text = new String(bytes, 0, end < 0 ? bytes.length : end, StandardCharsets.UTF_8);
        String record = text.startsWith("\uFEFF") ? text.substring(1) : text;
        if (record.isBlank()) {
            return List.of();
        }
        try {
            return CsvReader.builder()
                    .fieldSeparator(options.delimiter())
                    .quoteCharacter(options.quote())
                    .ofSingleCsvRecord(record)
                    .getFields();
        } catch (CsvParseException e) {
            throw noHeader().cause(e);
        }
    }

    private static CodedException noHeader() {
        return RowErrors.malformed("it does not begin with a record of column names")
                .hint("leave out the option \"csv.header\" if the files have no header");
    }
}
