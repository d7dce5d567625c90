package io.tidemark.server.audit;

import io.tidemark.runtime.checkpoint.DurableFiles;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.WriteFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit log: files of JSON lines, each line forced to disk before what it tells of is acknowledged. Lines are only ever appended, and a file
 * that has grown enough is followed by the next one; none is deleted.
 *
 * <pre>
 * audit/audit-00000001.jsonl, audit/audit-00000002.jsonl, …   one {@link AuditEntry} a line, oldest first
 * </pre>
 *
 * <p><b>Errors</b>: EXTERNAL_IO, or RESOURCE_DISK, if a line can't be written. Thread-safe.
 */
public final class AuditLog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final String PREFIX = "audit-";
    private static final String SUFFIX = ".jsonl";
    private static final int DIGITS = 8;
    private static final byte[] LINE_END = {'\n'};

    private final Path directory;
    private final DurableFiles files;
    private final Clock clock;
    private final long maxFileBytes;
    private DurableFiles.AppendFile out;
    private Path file;
    private long whole;
    private boolean doubtful;

    private AuditLog(Path directory, DurableFiles files, Clock clock, long maxFileBytes) throws IOException {
        this.directory = directory;
        this.files = files;
        this.clock = clock;
        this.maxFileBytes = maxFileBytes;
        List<Path> before = files(directory, files);
        this.file = before.isEmpty() ? numbered(1) : before.get(before.size() - 1);
        this.out = files.append(file);
        this.whole = out.size();
    }

    /**
     * Opens the log of a server.
     *
     * @param maxFileBytes from which size on a file is followed by the next
     */
    public static AuditLog open(Path directory, DurableFiles files, Clock clock, long maxFileBytes) {
        try {
            files.makeDirectories(directory);
            AuditLog log = new AuditLog(directory, files, clock, maxFileBytes);
            log.endTornLine();
            return log;
        } catch (IOException e) {
            throw CodedException.externalIo("cannot open the audit log in \"" + directory + "\": " + e.getMessage(), e);
        }
    }

    /** What a crash left of a line that was never acknowledged stays, and the next line begins behind it. */
    private void endTornLine() throws IOException {
        if (whole > 0) {
            byte[] bytes;
            try (InputStream in = files.read(file)) {
                bytes = in.readAllBytes();
            }
            if (bytes[bytes.length - 1] != LINE_END[0]) {
                append(ByteBuffer.wrap(LINE_END));
            }
        }
    }

    private Path numbered(long number) {
        return directory.resolve(PREFIX + String.format(Locale.ROOT, "%0" + DIGITS + "d", number) + SUFFIX);
    }

    private static long number(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring(PREFIX.length(), name.length() - SUFFIX.length()));
    }

    private static List<Path> files(Path directory, DurableFiles files) throws IOException {
        return files.list(directory).stream()
                .filter(file -> file.getFileName().toString().matches(PREFIX + "[0-9]{" + DIGITS + ",18}\\" + SUFFIX))
                .toList();
    }

    /** Throws unless lines can be written: asked before something is done of which a line is to tell. */
    public synchronized void requireWritable() {
        try {
            takeBackIfDoubtful();
        } catch (IOException e) {
            throw notWritten(e, "then run the statement again, of which nothing was done");
        }
    }

    /** Writes that something was done, or refused. When this returns, the line is on disk. */
    public synchronized void write(AuditEntry.Origin origin, String statement, Optional<CodedException> error) {
        AuditEntry entry = AuditEntry.of(clock.instant().truncatedTo(ChronoUnit.MICROS), origin, statement, error);
        try {
            takeBackIfDoubtful();
            if (whole >= maxFileBytes) {
                beginNextFile();
            }
            append(ByteBuffer.wrap((entry.json() + "\n").getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw notWritten(
                    e,
                    error.isPresent()
                            ? "the statement was refused"
                            : "the statement has been carried out all the same");
        }
    }

    /** Writes that something was refused; where that can't be, it is refused all the same. */
    public void writeRefusal(AuditEntry.Origin origin, String statement, CodedException error) {
        try {
            write(origin, statement, Optional.of(error));
        } catch (CodedException e) {
            LOG.warn("a refusal could not be written to the audit log: {}", e.render());
        }
    }

    private CodedException notWritten(IOException e, String hint) {
        return WriteFailure.of(file, e, hint);
    }

    private void beginNextFile() throws IOException {
        Path next = numbered(number(file) + 1);
        DurableFiles.AppendFile opened = files.append(next);
        out.close();
        out = opened;
        file = next;
        whole = out.size();
    }

    private void append(ByteBuffer line) throws IOException {
        doubtful = true;
        out.write(line);
        out.force();
        doubtful = false;
        whole = out.size();
    }

    /** Cuts off what was written of a line that did not come to its end. */
    private void takeBackIfDoubtful() throws IOException {
        if (doubtful) {
            out.truncate(whole);
            out.force();
            doubtful = false;
        }
    }

    /** The entries written last, oldest first. <b>Cost</b>: reads whole files, the newest first, until there are enough. */
    public synchronized List<AuditEntry> newest(int limit) {
        List<AuditEntry> found = new ArrayList<>();
        try {
            List<Path> all = files(directory, files);
            for (int i = all.size() - 1; i >= 0 && found.size() < limit; i--) {
                found.addAll(0, entries(all.get(i)));
            }
        } catch (IOException e) {
            throw CodedException.externalIo("cannot read the audit log \"" + directory + "\": " + e.getMessage(), e);
        }
        return List.copyOf(found.subList(Math.max(0, found.size() - limit), found.size()));
    }

    private List<AuditEntry> entries(Path from) throws IOException {
        try (InputStream in = files.read(from)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(AuditEntry::parse)
                    .flatMap(Optional::stream)
                    .toList();
        }
    }

    @Override
    public synchronized void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw notWritten(e, "what was written before is there");
        }
    }
}
