package io.tidemark.connectors.parquet;

import io.tidemark.connectors.format.FileFormat;
import io.tidemark.connectors.format.FileReading;
import io.tidemark.connectors.format.FormatSpec;
import io.tidemark.connectors.format.RowWriter;
import io.tidemark.runtime.connector.Option;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Files of Parquet. Columns match by name, exactly or else without regard to case; a column that a file does not have is NULL.
 *
 * <p><b>Errors</b>: EXTERNAL_REJECTED for what is no Parquet file or is compressed in a way not known here, TYPE_MISMATCH for a column whose
 * type in a file is not that declared; row errors for single values that don't fit.
 */
public final class ParquetFormat implements FileFormat {

    private static final String COMPRESSION = "parquet.compression";

    @Override
    public String name() {
        return "parquet";
    }

    @Override
    public List<Option> options() {
        return List.of(Option.choice(
                COMPRESSION,
                null,
                List.of("ZSTD", "SNAPPY", "GZIP", "UNCOMPRESSED"),
                "How files written are compressed; ZSTD by default."));
    }

    @Override
    public void validate(FormatSpec spec) {
        ParquetTypes.message(spec.schema());
    }

    @Override
    public FileReading reading(FormatSpec spec) {
        return new ParquetFileReading(spec.zone());
    }

    @Override
    public RowWriter writer(FormatSpec spec, OutputStream out) throws IOException {
        String codec = spec.options().find(COMPRESSION).orElse("ZSTD").toUpperCase(Locale.ROOT);
        return ParquetRowWriter.open(out, spec.schema(), CompressionCodecName.valueOf(codec));
    }
}
