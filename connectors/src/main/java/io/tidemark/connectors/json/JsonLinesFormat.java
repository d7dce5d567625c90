package io.tidemark.connectors.json;

import io.tidemark.connectors.format.DataFile;
import io.tidemark.connectors.format.FileFormat;
import io.tidemark.connectors.format.FileReading;
import io.tidemark.connectors.format.FileRowBuilder;
import io.tidemark.connectors.format.FormatSpec;
import io.tidemark.connectors.format.LineScanner;
import io.tidemark.connectors.format.ReadTarget;
import io.tidemark.connectors.format.RecordDecoder;
import io.tidemark.connectors.format.RecordFormat;
import io.tidemark.connectors.format.RecordScanner;
import io.tidemark.connectors.format.RowWriter;
import io.tidemark.connectors.format.TextFileReading;
import io.tidemark.runtime.connector.Option;
import java.io.IOException;
import java.io.OutputStream;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;

/** Files of JSON lines: one object a line, UTF-8. */
public final class JsonLinesFormat implements FileFormat {

    @Override
    public String name() {
        return JsonOptions.NAME;
    }

    @Override
    public List<Option> options() {
        return JsonOptions.all();
    }

    @Override
    public void validate(FormatSpec spec) {
        JsonOptions.validate(spec.schema());
    }

    @Override
    public FileReading reading(FormatSpec spec) {
        return new TextFileReading(new Lines(spec.zone()));
    }

    @Override
    public boolean isSequence() {
        return true;
    }

    @Override
    public RowWriter writer(FormatSpec spec, OutputStream out) throws IOException {
        return new JsonLinesWriter(JsonRowEncoder.to(out, spec.schema(), JsonOptions.valueText(spec.options())));
    }

    /** Lines as records. */
    private record Lines(ZoneId zone) implements RecordFormat {

        @Override
        public RecordScanner scanner() {
            return new LineScanner();
        }

        @Override
        public boolean endsAtEveryLineFeed() {
            return true;
        }

        @Override
        public boolean hasHeader() {
            return false;
        }

        @Override
        public RecordDecoder decoder(DataFile file, ReadTarget target, FileRowBuilder rows) {
            List<Integer> columns = IntStream.range(0, target.schema().size())
                    .filter(column -> !target.metadataKeys().containsKey(column))
                    .boxed()
                    .toList();
            return new LineDecoder(new JsonRowDecoder(target.schema(), columns, zone), rows);
        }
    }

    /** A line is an object. */
    private record LineDecoder(JsonRowDecoder decoder, FileRowBuilder rows) implements RecordDecoder {

        @Override
        public boolean decode(byte[] bytes, int start, int end, int limit) {
            return decoder.decode(bytes, start, end, limit, rows.builder());
        }

        @Override
        public void close() {
            decoder.close();
        }
    }
}
