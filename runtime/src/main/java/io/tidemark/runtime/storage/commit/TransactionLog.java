package io.tidemark.runtime.storage.commit;

import io.tidemark.runtime.storage.log.Appended;
import io.tidemark.runtime.storage.log.LogBlock;
import io.tidemark.runtime.storage.log.LogGroup;
import io.tidemark.runtime.storage.log.LogReader;
import io.tidemark.runtime.storage.log.SegmentedLog;
import io.tidemark.runtime.storage.log.WriterEpoch;
import io.tidemark.sql.error.CodedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * What makes a commit to several streams and tables one: all of its changes are durable here, as one group, before any of them goes into its own
 * log. After a crash the logs that lack a part get it from here.
 *
 * <p>A group's ordinal is the commit's number. Its blocks are, for each part, {@code id:utf, kind:1 (1 table, 0 stream), blocks:i32, { rows:i32
 * }*} and then those blocks, as they go into the log of the part. There they bear the writer {@link #WRITER} and that number, by which it
 * is known that they are there.
 */
public final class TransactionLog implements AutoCloseable {

    /** Under which name a log knows the parts of such commits. */
    public static final String WRITER = "transaction";

    /** Under which name a stream knows the rows of a commit to it alone. */
    public static final String SINGLE_WRITER = "rows-together";

    private static final String NAME = ".transactions";
    private static final long SEGMENT_BYTES = 4L << 20;

    private final SegmentedLog log;

    private TransactionLog(SegmentedLog log) {
        this.log = log;
    }

    /** What a commit changes of one stream or table. */
    public record Part(String id, boolean table, RowBlocks rows) {

        /** What goes into the log of the part. */
        public LogGroup group(long number) {
            Optional<WriterEpoch> writer = Optional.of(new WriterEpoch(WRITER, number, WriterEpoch.NO_WATERMARK));
            return table ? rows.asCommit(writer) : rows.asRows(writer);
        }
    }

    /** Opens the log of an engine's directory, and lets every stream and table there have what a crash kept from it. */
    static TransactionLog open(Path storage, Executor executor) throws IOException {
        SegmentedLog log = SegmentedLog.open(storage.resolve(NAME), SEGMENT_BYTES, executor);
        try {
            try (LogReader reader = log.read(log.startOrdinal(), log.endOrdinal())) {
                for (LogBlock block = reader.next(); block != null; block = reader.next()) {
                    redo(storage, parts(block, reader), block.ordinal(), executor);
                }
            }
            return new TransactionLog(log);
        } catch (IOException | RuntimeException e) {
            log.close();
            throw e;
        }
    }

    /** The parts of the group that begins with the block given. */
    private static List<Part> parts(LogBlock first, LogReader reader) throws IOException {
        List<Part> parts = new ArrayList<>();
        LogBlock block = first;
        while (true) {
            DataInputStream head =
                    new DataInputStream(new ByteArrayInputStream(block.bytes(), block.offset(), block.length()));
            String id = head.readUTF();
            boolean table = head.readBoolean();
            RowBlocks rows = new RowBlocks();
            boolean last = block.last();
            for (int count = head.readInt(); count > 0; count--) {
                int rowCount = head.readInt();
                LogBlock content = reader.next();
                if (content == null) {
                    throw CodedException.internal("a commit to several tables ends too early");
                }
                rows.addEncoded(
                        Arrays.copyOfRange(content.bytes(), content.offset(), content.offset() + content.length()),
                        rowCount);
                last = content.last();
            }
            parts.add(new Part(id, table, rows));
            if (last) {
                return parts;
            }
            block = reader.next();
            if (block == null) {
                throw CodedException.internal("a commit to several tables ends too early");
            }
        }
    }

    private static void redo(Path storage, List<Part> parts, long number, Executor executor) {
        for (Part part : parts) {
            Path directory = storage.resolve(part.id()).resolve("log");
            if (Files.exists(directory)) {
                try (SegmentedLog log = SegmentedLog.open(directory, Long.MAX_VALUE, executor)) {
                    if (log.lastEpoch(WRITER).map(WriterEpoch::epoch).orElse(-1L) < number) {
                        log.append(part.group(number)).await();
                    }
                }
            }
        }
    }

    /** Makes the changes durable; returns the commit's number. */
    long append(List<Part> parts) {
        List<byte[]> blocks = new ArrayList<>();
        for (Part part : parts) {
            blocks.add(head(part));
            blocks.addAll(part.rows().blocks());
        }
        List<Integer> spans = new ArrayList<>();
        for (int i = 1; i < blocks.size(); i++) {
            spans.add(0);
        }
        spans.add(1);
        Appended appended = log.append(new LogGroup(blocks, spans, Optional.empty()));
        appended.await();
        return appended.ordinal();
    }

    private static byte[] head(Part part) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(part.id());
            out.writeBoolean(part.table());
            out.writeInt(part.rows().blocks().size());
            for (int count : part.rows().rowCounts()) {
                out.writeInt(count);
            }
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    /** Says that every part of the commits up to a number is in its own log. */
    void applied(long number) {
        log.trim(number + 1);
    }

    @Override
    public void close() {
        log.close();
    }
}
