package io.tidemark.connectors.json;

import io.tidemark.connectors.format.RowWriter;
import io.tidemark.runtime.batch.Batch;
import java.io.IOException;

/** Writes a row as a line. */
final class JsonLinesWriter implements RowWriter {

    private final JsonRowEncoder encoder;
    private boolean written;

    JsonLinesWriter(JsonRowEncoder encoder) {
        this.encoder = encoder;
    }

    @Override
    public void write(Batch batch) throws IOException {
        for (int i = 0; i < batch.selectedCount(); i++) {
            int row = batch.position(i);
            for (int copies = batch.weight(row); copies > 0; copies--) {
                encoder.write(batch.columns(), row);
                written = true;
            }
        }
    }

    @Override
    public void finish() throws IOException {
        encoder.finish(written);
    }
}
