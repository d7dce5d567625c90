package io.tidemark.connectors.filesystem;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.connectors.testing.Directory;
import io.tidemark.connectors.testing.SinkContract;
import io.tidemark.connectors.testing.SourceRun;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.Source;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory of JSON lines keeps to the contract of sinks. */
class JsonFileSinkTest extends SinkContract {

    @TempDir
    Path temporary;

    private Directory directory = new Directory(Path.of("."));

    @BeforeEach
    void openDirectory() {
        directory = new Directory(temporary.resolve("out/below"));
    }

    @Override
    protected EpochSink open(OutputMode mode) {
        return directory.sink("q.s-1", SCHEMA, mode, "format", "json");
    }

    @Override
    protected List<String> visible() {
        directory.clock.advance(Duration.ofSeconds(10));
        SourceRun run = new SourceRun(List.of(0, 1));
        try (Source source = directory.source(SCHEMA, "format", "json")) {
            run.readAll(source, RangeLimits.NONE);
        }
        assertThat(run.bad).isEmpty();
        return run.rows;
    }

    @Test
    void severalSinksShareADirectory() throws Exception {
        try (EpochSink one = open(OutputMode.APPEND);
                EpochSink other = directory.sink("q.s", SCHEMA, OutputMode.APPEND, "format", "json")) {
            for (EpochSink sink : List.of(one, other)) {
                sink.begin(5);
                sink.write(batch(1));
                sink.prepare();
                sink.commit();
            }
            one.begin(6);
            one.write(batch(2));
            open(OutputMode.APPEND).close();
        }
        assertThat(directory.names())
                .containsExactly("_epochs", "part-q.s-0000000005.json", "part-q.s-1-0000000005.json");
        assertThat(Files.readString(directory.path.resolve("part-q.s-0000000005.json")))
                .isEqualTo("{\"id\":1,\"name\":\"n1\"}\n");
    }

    @Test
    void whatAnotherSinkIsWritingIsLeftAlone() throws Exception {
        EpochSink other = directory.sink("q.s", SCHEMA, OutputMode.APPEND, "format", "json");
        other.begin(1);
        other.write(batch(1));
        open(OutputMode.APPEND).close();
        other.prepare();
        other.commit();
        assertThat(visible()).containsExactly("1|n1");
    }

    @Test
    void filesMovedAwayByAReaderAreNotWrittenAgain() throws Exception {
        try (EpochSink sink = open(OutputMode.APPEND)) {
            sink.begin(3);
            sink.write(batch(1));
            sink.prepare();
            sink.commit();
        }
        Files.delete(directory.path.resolve("part-q.s-1-0000000003.json"));
        try (EpochSink sink = open(OutputMode.APPEND)) {
            assertThat(sink.lastCommittedEpoch()).isEqualTo(3);
        }
    }

    @Test
    void anEpochWhoseMarkerIsMissingIsKnownByItsFile() throws Exception {
        try (EpochSink sink = open(OutputMode.APPEND)) {
            sink.begin(3);
            sink.write(batch(1));
            sink.prepare();
            sink.commit();
        }
        Files.delete(directory.path.resolve("_epochs/q.s-1.epoch"));
        try (EpochSink sink = open(OutputMode.APPEND)) {
            assertThat(sink.lastCommittedEpoch()).isEqualTo(3);
        }
    }
}
