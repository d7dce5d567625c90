package io.tidemark.connectors.parquet;

import io.tidemark.connectors.format.RowWriter;
import io.tidemark.connectors.parquet.BatchWriteSupport.BatchRow;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;

/** Writes rows through Parquet's own writer. <b>Cost</b>: holds up to one row group, 32 MiB before compression. */
final class ParquetRowWriter implements RowWriter {

    private static final long ROW_GROUP_BYTES = 32L << 20;

    private final ParquetWriter<BatchRow> writer;

    private ParquetRowWriter(ParquetWriter<BatchRow> writer) {
        this.writer = writer;
    }

    static ParquetRowWriter open(OutputStream out, Schema schema, CompressionCodecName codec) throws IOException {
        return new ParquetRowWriter(new Builder(new StreamOutputFile(out), schema)
                .withConf(new PlainParquetConfiguration())
                .withCodecFactory(new ParquetCodecs())
                .withCompressionCodec(codec)
                .withRowGroupSize(ROW_GROUP_BYTES)
                .build());
    }

    /** Makes a writer of batches' rows. */
    private static final class Builder extends ParquetWriter.Builder<BatchRow, Builder> {

        private final Schema schema;

        Builder(OutputFile file, Schema schema) {
            super(file);
            this.schema = schema;
        }

        @Override
        protected Builder self() {
            return this;
        }

        /** Never called where the configuration is Parquet's own; the class still asks for it. */
        @Override
        @SuppressWarnings("deprecation")
        protected WriteSupport<BatchRow> getWriteSupport(Configuration configuration) {
            return new BatchWriteSupport(schema);
        }

        @Override
        protected WriteSupport<BatchRow> getWriteSupport(ParquetConfiguration configuration) {
            return new BatchWriteSupport(schema);
        }
    }

    @Override
    public void write(Batch batch) throws IOException {
        for (int i = 0; i < batch.selectedCount(); i++) {
            int row = batch.position(i);
            BatchRow record = new BatchRow(batch.columns(), row);
            for (int copies = batch.weight(row); copies > 0; copies--) {
                writer.write(record);
            }
        }
    }

    @Override
    public void finish() throws IOException {
        writer.close();
    }
}
