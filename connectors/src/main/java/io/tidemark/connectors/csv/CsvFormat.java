package io.tidemark.connectors.csv;

import io.tidemark.connectors.format.DataFile;
import io.tidemark.connectors.format.FileFormat;
import io.tidemark.connectors.format.FileReading;
import io.tidemark.connectors.format.FileRowBuilder;
import io.tidemark.connectors.format.FormatSpec;
import io.tidemark.connectors.format.ReadTarget;
import io.tidemark.connectors.format.RecordDecoder;
import io.tidemark.connectors.format.RecordFormat;
import io.tidemark.connectors.format.RecordScanner;
import io.tidemark.connectors.format.RowWriter;
import io.tidemark.connectors.format.TextFileReading;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.connector.Option;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Files of comma-separated values, UTF-8.
 *
 * <p><b>Shape</b>: without a header, fields stand for the columns in their declared order; with one, each file's first record names its
 * fields, which match columns by name (exactly, else without regard to case), others are passed over, and a column that is not named is
 * NULL; a file whose header names no column at all is bad as a whole. Blanks around values are part of text and of nothing else.
 */
public final class CsvFormat implements FileFormat {

    @Override
    public String name() {
        return CsvOptions.NAME;
    }

    @Override
    public List<Option> options() {
        return CsvOptions.all();
    }

    @Override
    public void validate(FormatSpec spec) {
        CsvOptions.of(spec.options());
        for (Field field : spec.schema().fields()) {
            switch (field.type().kind()) {
                case INTERVAL_MONTHS, INTERVAL_MICROS ->
                    throw CodedException.unsupported(
                            "column \"" + field.name() + "\" of an interval type in format \"csv\"");
                case ARRAY ->
                    throw CodedException.unsupported(
                                    "column \"" + field.name() + "\" of type " + field.type() + " in format \"csv\"")
                            .hint("use format \"json\" or \"parquet\"");
                default -> {
                    // has a text form
                }
            }
        }
    }

    @Override
    public FileReading reading(FormatSpec spec) {
        return new TextFileReading(new Records(spec, CsvOptions.of(spec.options())));
    }

    @Override
    public RowWriter writer(FormatSpec spec, OutputStream out) {
        CsvOptions options = CsvOptions.of(spec.options());
        CsvRowWriter writer = new CsvRowWriter(options, out);
        if (options.header()) {
            writer.writeNames(spec.schema());
        }
        return writer;
    }

    @Override
    public boolean isSequence() {
        return true;
    }

    @Override
    public RowWriter recordWriter(FormatSpec spec, OutputStream out) {
        return new CsvRowWriter(CsvOptions.of(spec.options()), out);
    }

    /** The names of the columns that stand in the files, in declared order. */
    private static List<String> physicalNames(FormatSpec spec) {
        return IntStream.range(0, spec.schema().size())
                .filter(column -> !spec.metadataColumns().contains(column))
                .mapToObj(column -> spec.schema().field(column).name())
                .toList();
    }

    /** Records that end at a line end outside quotes. */
    private record Records(FormatSpec spec, CsvOptions options) implements RecordFormat {

        @Override
        public RecordScanner scanner() {
            return new CsvScanner(options);
        }

        @Override
        public boolean endsAtEveryLineFeed() {
            return false;
        }

        @Override
        public boolean hasHeader() {
            return options.header();
        }

        @Override
        public RecordDecoder decoder(DataFile file, ReadTarget target, FileRowBuilder rows) throws IOException {
            List<String> columns = physicalNames(spec);
            List<String> names = options.header() ? CsvHeader.read(file, options) : columns;
            CsvHeader.requireKnownColumn(names, columns);
            return new CsvRecordDecoder(options, CsvFields.of(names, target, rows.builder(), options, spec.zone()));
        }
    }
}
