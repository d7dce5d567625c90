package io.tidemark.benchmarks.nexmark;

import io.tidemark.connectors.csv.CsvFormat;
import io.tidemark.connectors.filesystem.FilesystemConnector;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.runtime.parallel.Workers;
import java.io.IOException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/** Writes a result to CSV files of a directory of its own, one an epoch, each made durable; they are deleted at the end. */
final class CsvFiles implements ResultTaker, AutoCloseable {

    private final TemporaryDirectory directory = new TemporaryDirectory();
    private final EpochSink sink;

    CsvFiles(Schema schema, Workers workers) throws IOException {
        FilesystemConnector connector = new FilesystemConnector(List.of(new CsvFormat()), Clock.systemUTC(), workers);
        Options options = Options.validate(
                "filesystem",
                connector.sinkOptions(),
                Map.of("path", directory.path().toString(), "format", "csv"));
        sink = connector.openSink(
                new SinkSpec("nexmark", "result", schema, List.of(), OutputMode.APPEND, options, ZoneOffset.UTC));
    }

    @Override
    public void beginEpoch(long epoch) {
        sink.begin(epoch);
    }

    @Override
    public void emit(Batch batch) {
        sink.write(batch);
    }

    @Override
    public void endEpoch() {
        sink.prepare();
        sink.commit();
    }

    @Override
    public void close() throws IOException {
        sink.close();
        directory.close();
    }
}
