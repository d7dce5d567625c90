package io.tidemark.connectors.filesystem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.connectors.format.RowWriter;
import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.Directory;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a sink says when it can't write, and that nothing of the epoch is left. */
class FileSinkErrorsTest {

    private static final Schema SCHEMA = Columns.schema("a INT");

    @TempDir
    Path temporary;

    private static Batch batch() {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        builder.column(0).setLong(1);
        builder.endRow();
        return builder.build();
    }

    /** Writes a little, then finds the disk full. */
    private record FaultyWriter(OutputStream out, boolean onFinish) implements RowWriter {
        @Override
        public void write(Batch batch) throws IOException {
            out.write('x');
            if (!onFinish) {
                throw new IOException("No space left on device");
            }
        }

        @Override
        public void finish() throws IOException {
            throw new IOException("No space left on device");
        }
    }

    @Test
    void aFullDiskIsSaidAndTheEpochAbortsCleanly() throws IOException {
        for (boolean onFinish : new boolean[] {false, true}) {
            SinkDirectory directory = SinkDirectory.open(temporary, "q", "json");
            try (EpochSink sink = new FileSink(directory, out -> new FaultyWriter(out, onFinish), false)) {
                sink.begin(1);
                assertThatThrownBy(() -> {
                            sink.write(batch());
                            sink.prepare();
                        })
                        .isInstanceOf(CodedException.class)
                        .hasMessageStartingWith("the disk is full: \"" + temporary)
                        .satisfies(e -> assertThat(((CodedException) e).code().sqlState())
                                .isEqualTo("53100"));
                sink.abort();
            }
            assertThat(new Directory(temporary).names()).containsExactly("_epochs");
        }
    }

    @Test
    void aPathThatIsAFileIsRefused() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "x");
        assertThatThrownBy(() -> new Directory(file).sink("q", SCHEMA, OutputMode.APPEND, "format", "json"))
                .isInstanceOf(CodedException.class)
                .hasMessage("\"" + file + "\" is not a directory");
    }

    @Test
    void aMarkerThatHoldsNoEpochIsAnError() throws IOException {
        Files.createDirectories(temporary.resolve("_epochs"));
        Files.writeString(temporary.resolve("_epochs/q.epoch"), "what");
        assertThatThrownBy(() -> new Directory(temporary).sink("q", SCHEMA, OutputMode.APPEND, "format", "json"))
                .isInstanceOf(CodedException.class)
                .hasMessageEndingWith("does not hold the number of an epoch");
    }

    @Test
    void stepsOutOfOrderAreRefused() {
        try (EpochSink sink = new Directory(temporary).sink("q", SCHEMA, OutputMode.APPEND, "format", "json")) {
            sink.begin(1);
            sink.write(batch());
            assertThatThrownBy(sink::commit).hasMessage("epoch 1 is committed before it is prepared");
            assertThatThrownBy(() -> sink.begin(2)).hasMessage("epoch 2 begins before epoch 1 has ended");
            sink.prepare();
            sink.commit();
            assertThatThrownBy(() -> sink.begin(1)).hasMessage("epoch 1 begins after epoch 1 was committed");
        }
    }

    @Test
    void columnsThatAFormatCannotHoldAreRefused() {
        Schema intervals = Columns.schema("a INT, span INTERVAL_MICROS");
        for (String format : List.of("json", "csv", "parquet")) {
            assertThatThrownBy(() -> new Directory(temporary).sink("q", intervals, OutputMode.APPEND, "format", format))
                    .hasMessage("column \"span\" of an interval type in format \"" + format + "\" is not supported");
        }
    }
}
