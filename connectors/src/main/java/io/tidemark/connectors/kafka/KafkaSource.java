package io.tidemark.connectors.kafka;

import io.tidemark.connectors.kafka.KafkaPosition.Span;
import io.tidemark.runtime.connector.BadRowHandler;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;

/**
 * Reads a topic, each of its partitions as one of the source's.
 *
 * <p>Ranges are planned from the partitions' ends alone, and end at the last stable offset, so that what is planned is committed and can be
 * read at once. A range is intervals of offsets; not every offset is a row: transactions leave markers and compaction leaves gaps. A partition
 * that is added to the topic is read from its first offset on.
 *
 * <p><b>Errors</b>: EXTERNAL_DATA_LOST if what was to be read has been deleted, or if the topic is another one of the same name; {@link
 * java.io.UncheckedIOException} while no broker answers.
 */
final class KafkaSource implements Source {

    private static final long POLL_INTERVAL_MILLIS = 50;
    private static final int MAX_DESCRIBED = 8;

    private final Spec spec;
    private final PartitionFetcher fetcher;
    private final MessageSizes sizes = new MessageSizes();

    /**
     * What a source is made of.
     *
     * @param topicId the topic's identity
     * @param bounded whether it ends with what is there at its start
     */
    record Spec(String topic, Uuid topicId, StartupMode startup, boolean bounded, MessageColumns columns) {}

    KafkaSource(Spec spec, PartitionFetcher fetcher) {
        this.spec = spec;
        this.fetcher = fetcher;
    }

    @Override
    public SourcePosition initialPosition() {
        return start(spec.startup());
    }

    @Override
    public SourcePosition earliestPosition() {
        return start(new StartupMode.Earliest());
    }

    private SourcePosition start(StartupMode startup) {
        Map<Integer, Long> ends = fetcher.stableEnds(fetcher.partitions());
        Map<Integer, Long> starts = startup.starts(fetcher, ends);
        SortedMap<Integer, Span> spans = new TreeMap<>();
        for (int partition : ends.keySet()) {
            long end = spec.bounded() ? offset(ends, partition) : Long.MAX_VALUE;
            spans.put(partition, Span.at(offset(starts, partition), end));
        }
        return new KafkaPosition(spec.topicId(), spans).encode();
    }

    private static long offset(Map<Integer, Long> offsets, int partition) {
        Long offset = offsets.get(partition);
        if (offset == null) {
            throw CodedException.internal("no offset is known of partition " + partition);
        }
        return offset;
    }

    @Override
    public Optional<SourceRange> plan(SourcePosition after, RangeLimits limits) {
        KafkaPosition position = decode(after);
        if (position.isEnded()) {
            return Optional.empty();
        }
        SortedMap<Integer, Span> known = withNewPartitions(position);
        Map<Integer, Long> available = available(known);
        if (available.isEmpty()) {
            return Optional.empty();
        }
        long limit = Math.max(1, Math.min(limits.maxRows(), sizes.messagesIn(limits.maxBytes())));
        Map<Integer, Long> shares = FairShare.of(available, limit);
        known.replaceAll((partition, span) -> span.next(span.to() + shares.getOrDefault(partition, 0L)));
        KafkaPosition to = new KafkaPosition(position.topicId(), known);
        return Optional.of(new SourceRange(List.copyOf(known.keySet()), describe(known), after, to.encode()));
    }

    private KafkaPosition decode(SourcePosition encoded) {
        KafkaPosition position = KafkaPosition.decode(encoded);
        if (!position.topicId().equals(spec.topicId())) {
            throw PartitionFetcher.lost("topic \"" + spec.topic()
                    + "\" is not the one that has been read so far, but another of the same name");
        }
        return position;
    }

    /** A bounded source keeps to the partitions of its start. */
    private SortedMap<Integer, Span> withNewPartitions(KafkaPosition position) {
        SortedMap<Integer, Span> known = new TreeMap<>(position.spans());
        if (!spec.bounded()) {
            List<Integer> added = new ArrayList<>(fetcher.partitions());
            added.removeAll(known.keySet());
            if (!added.isEmpty()) {
                fetcher.beginnings(added)
                        .forEach((partition, begin) -> known.put(partition, Span.at(begin, Long.MAX_VALUE)));
            }
        }
        return known;
    }

    private Map<Integer, Long> available(SortedMap<Integer, Span> known) {
        Map<Integer, Long> ends = fetcher.stableEnds(known.keySet());
        Map<Integer, Long> available = new TreeMap<>();
        known.forEach((partition, span) -> {
            long end = offset(ends, partition);
            if (end < span.to()) {
                throw PartitionFetcher.lost("offset " + span.to() + " of topic \"" + spec.topic() + "\", partition "
                        + partition + " is to be read next, but it ends at " + end);
            }
            long count = Math.min(end, span.end()) - span.to();
            if (count > 0) {
                available.put(partition, count);
            }
        });
        return available;
    }

    private String describe(SortedMap<Integer, Span> spans) {
        List<String> parts = spans.entrySet().stream()
                .filter(entry -> entry.getValue().to() > entry.getValue().from())
                .map(entry -> spec.topic() + "/" + entry.getKey() + ": "
                        + entry.getValue().from() + ".." + entry.getValue().to())
                .toList();
        String shown = parts.stream().limit(MAX_DESCRIBED).collect(Collectors.joining(", "));
        return parts.size() <= MAX_DESCRIBED ? shown : shown + " and " + (parts.size() - MAX_DESCRIBED) + " more";
    }

    @Override
    public RangeReader read(SourceRange range, List<Integer> wanted, BadRowHandler badRows) {
        SortedMap<Integer, Span> spans = new TreeMap<>(decode(range.to()).spans());
        spans.values().removeIf(span -> span.to() <= span.from());
        fetcher.begin(spans);
        return new KafkaRangeReader(
                fetcher,
                new MessageDecoder(spec.topic(), spec.columns().project(wanted), badRows),
                List.copyOf(spans.keySet()),
                sizes);
    }

    @Override
    public boolean endedAt(SourcePosition position) {
        return spec.bounded() && KafkaPosition.decode(position).isEnded();
    }

    @Override
    public SourcePosition currentEnd(SourcePosition after) {
        KafkaPosition position = decode(after);
        SortedMap<Integer, Span> known = withNewPartitions(position);
        Map<Integer, Long> ends = fetcher.stableEnds(known.keySet());
        known.replaceAll((partition, span) ->
                span.next(Math.max(span.to(), Math.min(span.end(), offset(ends, partition)))));
        return new KafkaPosition(position.topicId(), known).encode();
    }

    @Override
    public boolean reached(SourcePosition position, SourcePosition target) {
        return KafkaPosition.decode(position).covers(KafkaPosition.decode(target));
    }

    @Override
    public void release(SourcePosition upTo) {}

    @Override
    public void onInput(Runnable signal) {}

    @Override
    public long pollIntervalMillis() {
        return POLL_INTERVAL_MILLIS;
    }

    @Override
    public void close() {
        fetcher.close();
    }
}
