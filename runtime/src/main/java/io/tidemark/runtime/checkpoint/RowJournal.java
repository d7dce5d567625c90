package io.tidemark.runtime.checkpoint;

import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.WriteFailure;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The late, or the bad, rows that a query keeps: the newest {@link Retention#rows}, in files {@code late-rows-<number>} or {@code
 * bad-rows-<number>} of its directory.
 *
 * <p>Rows are added while an epoch runs and can be read when it has ended. A checkpoint holds how long the files are at its epoch; loading it
 * cuts them to that, and replaying the epochs after it adds the same rows again: none is lost, none is there twice.
 *
 * <pre>
 * row  length:4  crc:4 (CRC32C) over the body  body (see KeptRowCodec)
 * </pre>
 *
 * <b>Cost</b>: a write, without a sync, for an epoch with such rows; a sync with a checkpoint. Thread-safe.
 */
public final class RowJournal implements OperatorState, AutoCloseable {

    private static final int HEAD_BYTES = 8;

    private final Path directory;
    private final DurableFiles files;
    private final KeptRow.Kind kind;
    private final Retention retention;
    private final ArrayDeque<Segment> segments = new ArrayDeque<>();
    private final List<byte[]> added = new ArrayList<>();
    private DurableFiles.@Nullable AppendFile active;

    /**
     * How much is kept; somewhat more may lie on disk.
     *
     * @param rows the newest rows that can be read
     * @param bytes bytes on disk at most
     */
    public record Retention(int rows, long bytes) {}

    private static final class Segment {
        private final long number;
        private long length;
        private int rows;

        Segment(long number, long length, int rows) {
            this.number = number;
            this.length = length;
            this.rows = rows;
        }
    }

    /** The journal of one kind of rows in a query's directory. What it holds is known when {@link #load} or {@link #clear} was called. */
    public RowJournal(Path directory, DurableFiles files, KeptRow.Kind kind, Retention retention) {
        this.directory = directory;
        this.files = files;
        this.kind = kind;
        this.retention = retention;
    }

    /** Forgets all rows. */
    public synchronized void clear() {
        reset(List.of());
    }

    /** Adds a row of the epoch under way. */
    public synchronized void add(KeptRow row) {
        added.add(KeptRowCodec.encode(row));
    }

    /** Writes the rows of the epoch under way, so that they can be read. */
    public synchronized void endEpoch() {
        if (added.isEmpty()) {
            return;
        }
        try {
            Segment segment = segments.peekLast();
            if (segment == null || isFull(segment)) {
                segment = roll(segment);
            }
            append(segment);
            expire();
        } catch (IOException e) {
            throw failure("write", e);
        }
    }

    private void append(Segment segment) throws IOException {
        int size = added.stream().mapToInt(body -> HEAD_BYTES + body.length).sum();
        ByteBuffer buffer = ByteBuffer.allocate(size);
        for (byte[] body : added) {
            buffer.putInt(body.length)
                    .putInt(PlanSegment.checksum(body, 0, body.length))
                    .put(body);
        }
        open(segment).write(buffer.flip());
        segment.length += size;
        segment.rows += added.size();
        added.clear();
    }

    private boolean isFull(Segment segment) {
        return segment.rows >= retention.rows / 2 || segment.length >= retention.bytes / 2;
    }

    private Segment roll(@Nullable Segment full) throws IOException {
        closeActive();
        Segment segment = new Segment(full == null ? 1 : full.number + 1, 0, 0);
        files.delete(file(segment.number));
        segments.add(segment);
        return segment;
    }

    private void expire() throws IOException {
        int rows = segments.stream().mapToInt(segment -> segment.rows).sum();
        long bytes = segments.stream().mapToLong(segment -> segment.length).sum();
        while (segments.size() > 1) {
            Segment oldest = segments.getFirst();
            if (rows - oldest.rows < retention.rows && bytes <= retention.bytes) {
                return;
            }
            segments.removeFirst();
            rows -= oldest.rows;
            bytes -= oldest.length;
            files.delete(file(oldest.number));
        }
    }

    private DurableFiles.AppendFile open(Segment segment) throws IOException {
        DurableFiles.AppendFile file = active;
        if (file == null) {
            file = files.append(file(segment.number));
            file.truncate(segment.length);
            active = file;
        }
        return file;
    }

    /** Makes what {@link #write} last said durable; called before the checkpoint that holds it is. */
    public synchronized void force() {
        try {
            if (active != null) {
                active.force();
            }
        } catch (IOException e) {
            throw failure("sync", e);
        }
    }

    /** The newest rows kept, by the order in which they were read. */
    public synchronized List<KeptRow> keptRows() {
        List<KeptRow> rows = new ArrayList<>();
        for (Segment segment : segments) {
            try (InputStream in = files.read(file(segment.number))) {
                read(ByteBuffer.wrap(in.readNBytes((int) segment.length)), rows);
            } catch (IOException e) {
                throw failure("read", e);
            }
        }
        return List.copyOf(rows.subList(Math.max(0, rows.size() - retention.rows), rows.size()));
    }

    private void read(ByteBuffer bytes, List<KeptRow> rows) throws IOException {
        while (bytes.hasRemaining()) {
            int length = bytes.remaining() < HEAD_BYTES ? -1 : bytes.getInt();
            int crc = length < 0 ? 0 : bytes.getInt();
            if (length < 0 || length > bytes.remaining()) {
                throw damaged();
            }
            byte[] body = new byte[length];
            bytes.get(body);
            if (PlanSegment.checksum(body, 0, length) != crc) {
                throw damaged();
            }
            rows.add(KeptRowCodec.decode(kind, body));
        }
    }

    private CodedException damaged() {
        return CodedException.of(
                ErrorCode.CORRUPTED, "the kept " + name() + " rows in \"" + directory + "\" are damaged");
    }

    @Override
    public String layout() {
        return "row-journal/1";
    }

    /** Writes how long the files are, not the rows: count, then number, length and rows of each. */
    @Override
    public synchronized void write(DataOutput out) throws IOException {
        out.writeInt(segments.size());
        for (Segment segment : segments) {
            out.writeLong(segment.number);
            out.writeLong(segment.length);
            out.writeInt(segment.rows);
        }
    }

    @Override
    public synchronized void load(DataInput in) throws IOException {
        List<Segment> marked = new ArrayList<>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            marked.add(new Segment(in.readLong(), in.readLong(), in.readInt()));
        }
        reset(marked);
    }

    private void reset(List<Segment> marked) {
        try {
            closeActive();
            added.clear();
            segments.clear();
            Map<Long, Segment> byNumber = new HashMap<>();
            marked.forEach(segment -> byNumber.put(segment.number, segment));
            for (Path file : files.list(directory)) {
                if (file.getFileName().toString().startsWith(prefix())) {
                    Segment segment = byNumber.get(numberOf(file));
                    if (segment == null) {
                        files.delete(file);
                    } else {
                        segments.add(segment);
                    }
                }
            }
        } catch (IOException e) {
            throw failure("cut", e);
        }
    }

    private static long numberOf(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring(name.lastIndexOf('-') + 1));
    }

    @Override
    public synchronized long rows() {
        return segments.stream().mapToLong(segment -> segment.rows).sum();
    }

    /** Nothing is held in memory between epochs. */
    @Override
    public long sizeBytes() {
        return 0;
    }

    private String name() {
        return kind == KeptRow.Kind.LATE ? "late" : "bad";
    }

    private String prefix() {
        return name() + "-rows-";
    }

    private Path file(long number) {
        return directory.resolve(prefix() + "%010d".formatted(number));
    }

    private void closeActive() throws IOException {
        if (active != null) {
            active.force();
            active.close();
            active = null;
        }
    }

    private void abandonActive() throws IOException {
        if (active != null) {
            active.close();
            active = null;
        }
    }

    private CodedException failure(String action, IOException cause) {
        if (!action.equals("read")) {
            return WriteFailure.of(directory.resolve(prefix()), cause, "then RESUME QUERY lets the query go on");
        }
        return CodedException.externalIo(
                        "cannot " + action + " the kept " + name() + " rows in \"" + directory + "\": "
                                + cause.getMessage(),
                        cause)
                .hint("see to the disk of the data directory, then resume the query");
    }

    /** Forces and closes the file, which is closed also where it can't be forced. */
    @Override
    public synchronized void close() {
        try {
            try {
                closeActive();
            } finally {
                abandonActive();
            }
        } catch (IOException e) {
            throw failure("close", e);
        }
    }
}
