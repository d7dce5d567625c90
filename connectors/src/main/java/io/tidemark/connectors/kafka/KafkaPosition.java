package io.tidemark.connectors.kafka;

import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;

/**
 * How far a topic has been read, and where in each partition the range that ends here begins.
 *
 * <p>Encoded, big-endian: <pre>
 * version:1 = 1 | topicId:16 | count:4 | (partition:4 from:8 to:8 end:8)*
 * </pre>
 *
 * @param topicId the topic's identity, which another one of the same name does not have
 * @param spans by partition
 */
record KafkaPosition(Uuid topicId, SortedMap<Integer, Span> spans) {

    private static final int VERSION = 1;

    KafkaPosition {
        spans = Collections.unmodifiableSortedMap(new TreeMap<>(spans));
    }

    /**
     * A partition's share.
     *
     * @param from the first offset of the range that ends here
     * @param to the offset after it, from which the next range is planned
     * @param end the offset at which a bounded source ends; {@link Long#MAX_VALUE} for none
     */
    record Span(long from, long to, long end) {

        /** Nothing read yet. */
        static Span at(long offset, long end) {
            return new Span(offset, offset, end);
        }

        /** What comes after this one, up to an offset. */
        Span next(long newTo) {
            return new Span(to, newTo, end);
        }
    }

    /** Whether every partition has been read up to its end. */
    boolean isEnded() {
        return spans.values().stream().allMatch(span -> span.to >= span.end);
    }

    /** Whether this is as far as another one in each of its partitions; one newly added counts only if there is something in it. */
    boolean covers(KafkaPosition target) {
        return target.spans.entrySet().stream().allMatch(wanted -> {
            Span span = spans.get(wanted.getKey());
            return span == null ? wanted.getValue().to <= wanted.getValue().from : span.to >= wanted.getValue().to;
        });
    }

    SourcePosition encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeLong(topicId.getMostSignificantBits());
            out.writeLong(topicId.getLeastSignificantBits());
            out.writeInt(spans.size());
            for (Map.Entry<Integer, Span> entry : spans.entrySet()) {
                out.writeInt(entry.getKey());
                out.writeLong(entry.getValue().from);
                out.writeLong(entry.getValue().to);
                out.writeLong(entry.getValue().end);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new SourcePosition(bytes.toByteArray());
    }

    static KafkaPosition decode(SourcePosition position) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(position.encoded()))) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw CodedException.of(
                        ErrorCode.CORRUPTED,
                        "position of a kafka source has version " + version + ", expected " + VERSION);
            }
            Uuid topicId = new Uuid(in.readLong(), in.readLong());
            SortedMap<Integer, Span> spans = new TreeMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                spans.put(in.readInt(), new Span(in.readLong(), in.readLong(), in.readLong()));
            }
            return new KafkaPosition(topicId, spans);
        } catch (IOException e) {
            throw CodedException.of(ErrorCode.CORRUPTED, "position of a kafka source is cut short")
                    .cause(e);
        }
    }
}
