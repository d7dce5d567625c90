package io.tidemark.runtime.storage.log;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/** Writes groups to the last segment, begins a new one when that is long enough, and syncs. Used by one thread at a time. */
final class LogWriter implements AutoCloseable {

    private static final int BUFFER_BYTES = 256 * 1024;

    private final Path directory;
    private final long segmentBytes;
    private final LogFiles files;
    private final DurableMark mark;
    private final Map<String, WriterEpoch> writers;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private FileChannel channel;
    private Segment segment;

    /** Where the next block goes in the segment's file. */
    private long position;

    private long previousOrdinal = -1;

    private LogWriter(Place place, DurableMark mark, Map<String, WriterEpoch> writers, Opened opened) {
        this.directory = place.directory;
        this.segmentBytes = place.segmentBytes;
        this.files = place.files;
        this.mark = mark;
        this.writers = writers;
        this.segment = opened.segment;
        this.channel = opened.channel;
        this.position = opened.segment.length();
    }

    /**
     * Where a log is, and how it is written.
     *
     * @param segmentBytes the length from which on a segment is not added to
     */
    record Place(Path directory, long segmentBytes, LogFiles files) {}

    private record Opened(Segment segment, FileChannel channel) {}

    /** Goes on after what was recovered, or begins a new log. */
    static LogWriter open(Place place, LogRecovery recovered) throws IOException {
        DurableMark mark = DurableMark.open(place.directory);
        try {
            Map<String, WriterEpoch> writers = new TreeMap<>(recovered.writers());
            Opened opened;
            if (recovered.segments().isEmpty()) {
                opened = create(place.directory, place.files, 0, new SegmentHeader(0, 0, writers.values()));
            } else {
                Segment last = recovered.segments().get(recovered.segments().size() - 1);
                FileChannel channel = place.files.open(last.file, StandardOpenOption.WRITE);
                channel.position(last.length());
                opened = new Opened(last, channel);
            }
            mark.set(opened.segment.number, opened.segment.length());
            return new LogWriter(place, mark, writers, opened);
        } catch (IOException e) {
            mark.close();
            throw e;
        }
    }

    private static Opened create(Path directory, LogFiles files, long number, SegmentHeader header) throws IOException {
        Path file = Segment.file(directory, number);
        byte[] bytes = header.encode();
        FileChannel channel = files.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            StorageFiles.writeFully(channel, ByteBuffer.wrap(bytes));
            channel.force(true);
            StorageFiles.syncDirectory(directory);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return new Opened(new Segment(number, file, header, bytes.length), channel);
    }

    Segment segment() {
        return segment;
    }

    /** Whether the segment is so long that the next group should go to another. */
    boolean isSegmentFull() {
        return position >= segmentBytes;
    }

    /** Begins a new segment. What was written before is durable then. */
    Segment roll(long firstOrdinal, long logStart) throws IOException {
        sync();
        Opened opened = create(
                directory, files, segment.number + 1, new SegmentHeader(firstOrdinal, logStart, writers.values()));
        channel.close();
        channel = opened.channel;
        segment = opened.segment;
        position = segment.headerLength;
        previousOrdinal = -1;
        return segment;
    }

    /** Writes a group, which is durable after {@link #sync}. */
    void write(LogGroup group, List<Integer> checksums, long ordinal) throws IOException {
        long next = ordinal;
        int count = group.blocks().size();
        for (int i = 0; i < count; i++) {
            boolean last = i == count - 1;
            byte[] metadata = last ? metadata(group.writer()) : new byte[0];
            int checksum = metadata.length == 0
                    ? checksums.get(i)
                    : checksum(metadata, group.blocks().get(i));
            writeBlock(
                    new BlockHeader(
                            metadata.length + group.blocks().get(i).length,
                            checksum,
                            next,
                            group.spans().get(i),
                            metadata.length,
                            last),
                    metadata,
                    group.blocks().get(i));
            next += group.spans().get(i);
        }
        group.writer().ifPresent(writer -> writers.put(writer.writer(), writer));
    }

    private static byte[] metadata(Optional<WriterEpoch> writer) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (writer.isPresent()) {
            writer.get().write(new DataOutputStream(bytes));
        }
        return bytes.toByteArray();
    }

    private static int checksum(byte[] metadata, byte[] content) {
        CRC32C crc = new CRC32C();
        crc.update(metadata);
        crc.update(content);
        return (int) crc.getValue();
    }

    private void writeBlock(BlockHeader header, byte[] metadata, byte[] content) throws IOException {
        if (header.ordinal() != previousOrdinal) {
            segment.index(header.ordinal(), position);
            previousOrdinal = header.ordinal();
        }
        if (buffer.remaining() < BlockHeader.BYTES) {
            drain();
        }
        header.write(buffer);
        put(metadata);
        put(content);
        position += BlockHeader.BYTES + header.payloadLength();
    }

    private void put(byte[] bytes) throws IOException {
        int done = 0;
        while (done < bytes.length) {
            if (!buffer.hasRemaining()) {
                drain();
            }
            int length = Math.min(buffer.remaining(), bytes.length - done);
            buffer.put(bytes, done, length);
            done += length;
        }
    }

    private void drain() throws IOException {
        buffer.flip();
        StorageFiles.writeFully(channel, buffer);
        buffer.clear();
    }

    /** Makes everything written durable. */
    void sync() throws IOException {
        drain();
        channel.force(false);
        segment.setLength(position);
        mark.set(segment.number, position);
    }

    /**
     * Closes after a failure, and cuts off what was written since the last sync: nobody was told that it is there.
     *
     * @throws IOException if it can't be cut off, so that it is not known what the file holds
     */
    void abandon() throws IOException {
        try (FileChannel cut = files.open(segment.file, StandardOpenOption.WRITE)) {
            if (cut.size() > segment.length()) {
                cut.truncate(segment.length());
                cut.force(true);
            }
        } finally {
            close();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            mark.close();
        }
    }
}
