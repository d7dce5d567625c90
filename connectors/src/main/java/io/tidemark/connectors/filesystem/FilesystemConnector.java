package io.tidemark.connectors.filesystem;

import static java.util.stream.Collectors.toMap;

import io.tidemark.connectors.format.FileFormat;
import io.tidemark.connectors.format.FileMetadata;
import io.tidemark.connectors.format.FormatSpec;
import io.tidemark.connectors.format.RowWriter;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.MetadataColumn;
import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.Option.Kind;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkCapabilities;
import io.tidemark.runtime.connector.SinkConnector;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourceConnector;
import io.tidemark.runtime.connector.SourceSpec;
import io.tidemark.runtime.connector.WorkerPool;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Rows from and to the files of a directory. See {@code FileSource} and {@code FileSink} for what is promised.
 *
 * <p><b>Errors</b>: EXTERNAL_NOT_FOUND for a path that does not exist, EXTERNAL_REJECTED for one that may not be read or written.
 */
public final class FilesystemConnector implements SourceConnector, SinkConnector {

    static final String PATH = "path";
    static final String FORMAT = "format";
    static final String BOUNDED = "scan.bounded";
    static final String MONITOR_INTERVAL = "source.monitor-interval";
    private static final Duration TRIGGER = Duration.ofSeconds(10);

    private final Map<String, FileFormat> formats;
    private final List<FileFormat> formatList;
    private final Clock clock;
    private final WorkerPool workers;

    /**
     * Makes the connector.
     *
     * @param formats the formats that files may have
     * @param clock tells how long a file has been unchanged
     * @param workers decode what is read
     */
    public FilesystemConnector(List<FileFormat> formats, Clock clock, WorkerPool workers) {
        this.formatList = List.copyOf(formats);
        this.formats = formats.stream().collect(toMap(FileFormat::name, format -> format));
        this.clock = clock;
        this.workers = workers;
    }

    @Override
    public String name() {
        return "filesystem";
    }

    @Override
    public List<Option> sourceOptions() {
        return withFormats(
                pathOption(
                        "The directory, file or pattern to read, such as /data/in, /data/in/*.json or /data/**/*.csv."),
                formatOption(),
                Option.withDefault(
                        BOUNDED,
                        Kind.BOOLEAN,
                        "false",
                        "Whether the source ends with the files that are there at its start."),
                Option.withDefault(MONITOR_INTERVAL, Kind.DURATION, "100 ms", "How often to look for new files."));
    }

    @Override
    public List<Option> sinkOptions() {
        return withFormats(
                pathOption("The directory to write to; it is created where it does not exist."), formatOption());
    }

    private static Option pathOption(String description) {
        return Option.required(PATH, Kind.TEXT, description);
    }

    private Option formatOption() {
        List<String> names = formatList.stream().map(FileFormat::name).toList();
        return new Option(
                FORMAT, Kind.CHOICE, null, true, names, "The format of the files: " + String.join(", ", names) + ".");
    }

    private List<Option> withFormats(Option... own) {
        return Stream.concat(Arrays.stream(own), formatList.stream().flatMap(format -> format.options().stream()))
                .toList();
    }

    @Override
    public List<MetadataColumn> metadataColumns() {
        return Arrays.stream(FileMetadata.values())
                .map(column -> new MetadataColumn(column.key(), column.type()))
                .toList();
    }

    @Override
    public void validateSource(SourceSpec spec) {
        FileListing.of(spec.options().text(PATH));
        metadata(spec)
                .forEach((index, metadata) -> validateMetadata(spec.schema().field(index), metadata));
        validateFormat(spec.options(), formatSpec(spec));
    }

    private static Map<Integer, FileMetadata> metadata(SourceSpec spec) {
        Map<Integer, FileMetadata> found = new HashMap<>();
        List<String> known =
                Arrays.stream(FileMetadata.values()).map(FileMetadata::key).toList();
        spec.metadataKeys()
                .forEach((index, key) -> found.put(
                        index,
                        FileMetadata.ofKey(key)
                                .orElseThrow(() -> CodedException.unknownObject("metadata column", key, known))));
        return found;
    }

    private static void validateMetadata(Field field, FileMetadata metadata) {
        TypeKind declared = field.type().kind();
        boolean instantAsUtc = metadata == FileMetadata.MODIFICATION_TIME && declared == TypeKind.TIMESTAMP;
        if (declared != metadata.type().kind() && !instantAsUtc) {
            throw CodedException.typeMismatch(
                    "metadata column \"" + field.name() + "\" from '" + metadata.key() + "'",
                    field.type().toString(),
                    metadata.type().toString());
        }
    }

    /** Options of the other formats are as unknown as any other word. */
    private void validateFormat(Options options, FormatSpec spec) {
        FileFormat format = format(options);
        List<String> known = format.options().stream().map(Option::name).toList();
        for (FileFormat other : formatList) {
            for (Option option : other.options()) {
                if (other != format && options.has(option.name())) {
                    throw CodedException.unknownOption(option.name(), "format \"" + format.name() + "\"", known);
                }
            }
        }
        format.validate(spec);
    }

    private FileFormat format(Options options) {
        FileFormat format = formats.get(options.text(FORMAT));
        if (format == null) {
            throw CodedException.invalidOption(
                    FORMAT, options.text(FORMAT), "one of " + new ArrayList<>(formats.keySet()));
        }
        return format;
    }

    private static FormatSpec formatSpec(SourceSpec spec) {
        return new FormatSpec(spec.schema(), spec.metadataKeys().keySet(), spec.options(), spec.zone());
    }

    @Override
    public String snapshotRefusal(Options options) {
        return "";
    }

    @Override
    public boolean isLive() {
        return false;
    }

    @Override
    public Source openSource(SourceSpec spec) {
        FileListing listing = FileListing.of(spec.options().text(PATH));
        return new FileSource(
                new SourceColumns(spec.schema(), metadata(spec)),
                format(spec.options()).reading(formatSpec(spec)),
                new FileInbox(listing, clock, spec.options().bool(BOUNDED)),
                spec.options().duration(MONITOR_INTERVAL),
                workers);
    }

    @Override
    public SinkCapabilities capabilities(Options options, boolean keyed) {
        return new SinkCapabilities(Set.of(OutputMode.APPEND, OutputMode.COMPLETE), false, false, true, TRIGGER);
    }

    @Override
    public void validateSink(SinkSpec spec) {
        FileListing.literal(spec.options().text(PATH));
        validateFormat(spec.options(), formatSpec(spec));
    }

    private static FormatSpec formatSpec(SinkSpec spec) {
        return new FormatSpec(spec.schema(), Set.of(), spec.options(), spec.zone());
    }

    @Override
    public EpochSink openSink(SinkSpec spec) {
        FileFormat format = format(spec.options());
        SinkDirectory directory =
                SinkDirectory.open(FileListing.literal(spec.options().text(PATH)), spec.sinkId(), format.name());
        FormatSpec formatSpec = formatSpec(spec);
        return new FileSink(directory, out -> writer(format, formatSpec, out), spec.mode() == OutputMode.COMPLETE);
    }

    private RowWriter writer(FileFormat format, FormatSpec spec, OutputStream out) throws IOException {
        RowWriter whole = format.writer(spec, out);
        if (!format.isSequence()) {
            return whole;
        }
        whole.finish();
        return new ParallelRowWriter(bytes -> format.recordWriter(spec, bytes), out, workers);
    }
}
