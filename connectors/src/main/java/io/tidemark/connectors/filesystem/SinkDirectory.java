package io.tidemark.connectors.filesystem;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One sink's share of a directory, which several sinks may write to.
 *
 * <pre>
 * part-SINK-0000000012.json        the rows of epoch 12
 * result-SINK.json                 in COMPLETE mode: the whole result
 * .part-SINK-0000000013.json.tmp   being written
 * _epochs/SINK.epoch               the last epoch committed, as a line of text
 * </pre>
 */
final class SinkDirectory {

    private static final String MARKERS = "_epochs";
    private static final int MAX_EPOCH_DIGITS = 18;

    private final Path directory;
    private final String sinkId;
    private final String extension;
    private final Pattern ownFile;
    private final Pattern ownTemporary;

    private SinkDirectory(Path directory, String sinkId, String extension) {
        this.directory = directory;
        this.sinkId = sinkId;
        this.extension = extension;
        String stem = Pattern.quote("part-" + sinkId + "-") + "(\\d{1," + MAX_EPOCH_DIGITS + "})\\.[a-z]+";
        this.ownFile = Pattern.compile(stem);
        this.ownTemporary =
                Pattern.compile("\\.(" + stem + "|" + Pattern.quote("result-" + sinkId + ".") + "[a-z]+)\\.tmp");
    }

    /**
     * Creates the directory where it does not exist and removes what an epoch not committed has left.
     *
     * @throws CodedException EXTERNAL_REJECTED, EXTERNAL_IO, RESOURCE_DISK
     */
    static SinkDirectory open(Path directory, String sinkId, String extension) {
        SinkDirectory opened = new SinkDirectory(directory, sinkId, extension);
        try {
            Files.createDirectories(directory);
            Files.createDirectories(opened.markers());
            opened.removeOrphans();
        } catch (IOException e) {
            throw WriteErrors.of(directory, e);
        }
        return opened;
    }

    private Path markers() {
        return directory.resolve(MARKERS);
    }

    private Path marker() {
        return markers().resolve(sinkId + ".epoch");
    }

    /** The file that holds an epoch's rows. */
    Path epochFile(long epoch) {
        return directory.resolve(String.format(Locale.ROOT, "part-%s-%010d.%s", sinkId, epoch, extension));
    }

    /** The file that holds the whole result in COMPLETE mode. */
    Path resultFile() {
        return directory.resolve("result-" + sinkId + "." + extension);
    }

    /** The name under which a file is written. */
    static Path temporary(Path file) {
        return file.resolveSibling("." + file.getFileName() + ".tmp");
    }

    private void removeOrphans() throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(
                directory,
                entry -> ownTemporary.matcher(entry.getFileName().toString()).matches())) {
            for (Path orphan : entries) {
                Files.deleteIfExists(orphan);
            }
        }
        Files.deleteIfExists(temporary(marker()));
    }

    /** The last epoch that is here: by the marker, or by a file that became visible just before the marker would have been written. */
    long lastCommittedEpoch() {
        try {
            return Math.max(markedEpoch(), newestFile());
        } catch (IOException e) {
            throw CodedException.externalIo("reading \"" + directory + "\" failed: " + e.getMessage(), e);
        }
    }

    private long markedEpoch() throws IOException {
        String text;
        try {
            text = Files.readString(marker(), StandardCharsets.UTF_8).strip();
        } catch (NoSuchFileException e) {
            return 0;
        }
        if (!text.matches("\\d{1," + MAX_EPOCH_DIGITS + "}")) {
            throw CodedException.of(ErrorCode.CORRUPTED, "\"" + marker() + "\" does not hold the number of an epoch");
        }
        return Long.parseLong(text);
    }

    private long newestFile() throws IOException {
        long newest = 0;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                Matcher matcher = ownFile.matcher(entry.getFileName().toString());
                if (matcher.matches()) {
                    newest = Math.max(newest, Long.parseLong(matcher.group(1)));
                }
            }
        }
        return newest;
    }

    /** Gives a complete, durable file its visible name, in place of one that has it already, and makes that durable. */
    void publish(Path file) throws IOException {
        Files.move(temporary(file), file, StandardCopyOption.ATOMIC_MOVE);
        syncDirectory(directory);
    }

    /** Remembers an epoch. */
    void mark(long epoch) throws IOException {
        Path marker = marker();
        try (FileOutputStream out = new FileOutputStream(temporary(marker).toFile())) {
            out.write((epoch + "\n").getBytes(StandardCharsets.UTF_8));
            out.getFD().sync();
        }
        Files.move(temporary(marker), marker, StandardCopyOption.ATOMIC_MOVE);
        syncDirectory(markers());
    }

    private static void syncDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
