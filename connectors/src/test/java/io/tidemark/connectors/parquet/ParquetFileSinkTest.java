package io.tidemark.connectors.parquet;

import io.tidemark.connectors.testing.Directory;
import io.tidemark.connectors.testing.SinkContract;
import io.tidemark.connectors.testing.SourceRun;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.Source;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A directory of Parquet files keeps to the contract of sinks. */
class ParquetFileSinkTest extends SinkContract {

    @TempDir
    Path temporary;

    @Override
    protected EpochSink open(OutputMode mode) {
        return new Directory(temporary).sink("q", SCHEMA, mode, "format", "parquet");
    }

    @Override
    protected List<String> visible() {
        Directory directory = new Directory(temporary);
        directory.clock.advance(Duration.ofSeconds(10));
        SourceRun run = new SourceRun(List.of(0, 1));
        try (Source source = directory.source(SCHEMA, "format", "parquet")) {
            run.readAll(source, RangeLimits.NONE);
        }
        return run.rows;
    }
}
