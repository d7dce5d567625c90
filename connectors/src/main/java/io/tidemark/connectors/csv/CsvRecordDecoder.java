package io.tidemark.connectors.csv;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import io.tidemark.connectors.format.LineScanner;
import io.tidemark.connectors.format.RecordDecoder;
import io.tidemark.connectors.value.RowErrors;
import io.tidemark.connectors.value.Utf8;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Takes records apart with one parser, and with a new one after each record that it could not end. */
final class CsvRecordDecoder implements RecordDecoder {

    private static final int MAX_BUFFER_CHARACTERS = 128 << 20;

    private final CsvOptions options;
    private final CsvFields fields;
    private final RecordCharacters characters = new RecordCharacters();
    private @Nullable CloseableIterator<Boolean> parser;

    CsvRecordDecoder(CsvOptions options, CsvFields fields) {
        this.options = options;
        this.fields = fields;
    }

    @Override
    public boolean decode(byte[] bytes, int start, int end, int limit) {
        if (start == end) {
            return decodeEmptyLine();
        }
        if (!Utf8.isValid(bytes, start, end)) {
            throw RowErrors.malformed("the record is not valid UTF-8");
        }
        if (LineScanner.indexOf(bytes, start, end, (byte) '\r') >= 0
                && CsvScanner.hasStrayReturn(options, bytes, start, end)) {
            throw RowErrors.malformed("a carriage return stands outside quotes");
        }
        characters.load(bytes, start, end);
        parse();
        fields.check();
        return true;
    }

    private boolean decodeEmptyLine() {
        if (!fields.takesEmptyLines()) {
            return false;
        }
        fields.takeEmptyLine();
        fields.check();
        return true;
    }

    private void parse() {
        try {
            openParser().next();
        } catch (CsvParseException | NoSuchElementException e) {
            close();
            throw RowErrors.malformed("not CSV: " + reason(e)).cause(e);
        }
        if (characters.isExhausted()) {
            close();
            throw RowErrors.malformed("not CSV: a quote is not closed");
        }
    }

    private static String reason(RuntimeException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return String.valueOf(cause.getMessage());
    }

    private CloseableIterator<Boolean> openParser() {
        CloseableIterator<Boolean> current = parser;
        if (current == null) {
            current = CsvReader.builder()
                    .fieldSeparator(options.delimiter())
                    .quoteCharacter(options.quote())
                    .allowExtraFields(true)
                    .allowMissingFields(true)
                    .maxBufferSize(MAX_BUFFER_CHARACTERS)
                    .build(fields, characters)
                    .iterator();
            parser = current;
        }
        return current;
    }

    @Override
    public void close() {
        CloseableIterator<Boolean> current = parser;
        parser = null;
        if (current != null) {
            try {
                current.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
