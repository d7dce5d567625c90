package io.tidemark.connectors.testing;

import io.tidemark.connectors.Connectors;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkConnector;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourceConnector;
import io.tidemark.runtime.connector.SourceSpec;
import io.tidemark.runtime.connector.WorkerPool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A directory of files under test, and the connector {@code filesystem} over it. */
public final class Directory {

    private static final Instant BASE_TIME = Instant.parse("2024-01-01T00:00:00Z");

    /** Nobody but the calling thread. */
    public static final WorkerPool ALONE = new WorkerPool() {
        @Override
        public int count() {
            return 1;
        }

        @Override
        public void offer(Runnable work) {}
    };

    /** Where it is. */
    public final Path path;

    /** The clock that the connector looks at. */
    public final TestClock clock = new TestClock();

    private final WorkerPool workers;

    /** A directory that is read by the calling thread alone. */
    public Directory(Path path) {
        this(path, ALONE);
    }

    /** A directory whose files others help to decode. */
    public Directory(Path path, WorkerPool workers) {
        this.path = path;
        this.workers = workers;
    }

    /** Writes a file that has been there for a long time; a greater {@code age} is a later modification time. */
    public Path write(String name, int age, byte[] content) throws IOException {
        Path file = path.resolve(name);
        Files.write(file, content);
        Files.setLastModifiedTime(file, FileTime.from(BASE_TIME.plusSeconds(age)));
        return file;
    }

    /** Writes a text file that has been there for a long time. */
    public Path write(String name, int age, String content) throws IOException {
        return write(name, age, content.getBytes(StandardCharsets.UTF_8));
    }

    /** The names of the files that are there, sorted. */
    public List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** The connector. */
    public SourceConnector sources() {
        return (SourceConnector) filesystem();
    }

    /** The connector. */
    public SinkConnector sinks() {
        return (SinkConnector) filesystem();
    }

    private Object filesystem() {
        return Connectors.all(clock, System.out, workers).stream()
                .filter(connector -> connector.name().equals("filesystem"))
                .findFirst()
                .orElseThrow();
    }

    /** Opens a source over the directory, or over what the option {@code path} says. */
    public Source source(Schema schema, String... options) {
        return source(schema, Map.of(), ZoneOffset.UTC, options);
    }

    /** Opens a source with metadata columns. */
    public Source source(Schema schema, Map<Integer, String> metadata, ZoneId zone, String... options) {
        SourceConnector connector = sources();
        SourceSpec spec = new SourceSpec(
                "public.s",
                schema,
                metadata,
                Options.validate("connector \"filesystem\"", connector.sourceOptions(), options(options)),
                zone);
        connector.validateSource(spec);
        return connector.openSource(spec);
    }

    /** Opens a sink into the directory. */
    public EpochSink sink(String id, Schema schema, OutputMode mode, String... options) {
        SinkConnector connector = sinks();
        SinkSpec spec = new SinkSpec(
                id,
                "public.t",
                schema,
                List.of(),
                mode,
                Options.validate("connector \"filesystem\"", connector.sinkOptions(), options(options)),
                ZoneOffset.UTC);
        connector.validateSink(spec);
        return connector.openSink(spec);
    }

    private Map<String, String> options(String... given) {
        Map<String, String> options = new HashMap<>();
        options.put("path", path.toString());
        for (int i = 0; i < given.length; i += 2) {
            options.put(given[i], given[i + 1]);
        }
        return options;
    }
}
