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
    private static final int MAX_SHOWN = 200;

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

    /**
     * Throws ROW_ERROR_MALFORMED if a header names none of the columns: then it is that of other data, has another delimiter, or is no header.
     *
     * @param names what the file's first record names; nothing is said of an empty file
     * @param columns the columns that stand in files
     */
    static void requireKnownColumn(List<String> names, List<String> columns) {
        if (!names.isEmpty()
                && !columns.isEmpty()
                && columns.stream().noneMatch(column -> CsvFields.indexOf(names, column) >= 0)) {
            throw RowErrors.malformed("its header \"" + shortened(String.join(",", names))
                            + "\" names none of the columns " + shortened(String.join(", ", columns)))
                    .hint("check the header and the options \"csv.field-delimiter\" and \"csv.header\"");
        }
    }

    private static String shortened(String text) {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    }

    private static CodedException noHeader() {
        return RowErrors.malformed("it does not begin with a record of column names")
                .hint("leave out the option \"csv.header\" if the files have no header");
    }
}
