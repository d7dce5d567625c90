package io.tidemark.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.KafkaBroker;
import io.tidemark.connectors.testing.KafkaTopic;
import io.tidemark.connectors.testing.SharedBroker;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** From one topic to another by hand, epoch by epoch, with crashes between. */
@ExtendWith(SharedBroker.class)
class KafkaPipelineTest {

    private static final int EVENTS = 100_000;
    private static final int PARTITIONS = 3;
    private static final Schema SCHEMA = Columns.schema("id BIGINT NOT NULL, name VARCHAR");
    private static final RangeLimits LIMITS = new RangeLimits(9000, Long.MAX_VALUE);

    private static void fill(KafkaTopic topic) {
        try (KafkaProducer<String, String> producer = topic.producer()) {
            for (int id = 0; id < EVENTS; id++) {
                topic.send(producer, id % PARTITIONS, "{\"id\": " + id + ", \"name\": \"n" + id + "\"}");
            }
        }
    }

    private static EpochSink open(KafkaTopic topic) {
        return topic.sink(topic.name, SCHEMA, OutputMode.APPEND, List.of());
    }

    private static void copy(Source source, SourceRange range, EpochSink sink, long epoch) {
        sink.begin(epoch);
        try (RangeReader reader = source.read(range, List.of(0, 1), (partition, offset, payload, reason) -> {
            throw reason;
        })) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                sink.write(batch);
            }
        }
        sink.prepare();
    }

    @Test
    void aHundredThousandEventsArriveOnceEachWhateverCrashes(KafkaBroker broker) throws Exception {
        KafkaTopic from = new KafkaTopic(broker, PARTITIONS);
        KafkaTopic to = new KafkaTopic(broker, PARTITIONS);
        fill(from);
        SourcePosition position;
        try (Source source = from.source(SCHEMA)) {
            position = source.initialPosition();
        }
        Source source = from.source(SCHEMA);
        EpochSink sink = open(to);
        long epoch = 1;
        for (Optional<SourceRange> range = source.plan(position, LIMITS);
                range.isPresent();
                range = source.plan(position, LIMITS)) {
            if (epoch % 3 == 0) {
                copy(source, range.get(), sink, epoch);
                source.close();
                source = from.source(SCHEMA);
                sink = open(to);
                assertThat(sink.lastCommittedEpoch()).isEqualTo(epoch - 1);
            }
            copy(source, range.get(), sink, epoch);
            sink.commit();
            if (epoch % 4 == 0) {
                sink = open(to);
                assertThat(sink.lastCommittedEpoch()).isEqualTo(epoch);
            }
            position = range.get().to();
            epoch++;
        }
        source.close();
        sink.close();

        Set<String> values = new HashSet<>();
        int count = 0;
        for (ConsumerRecord<String, String> message : to.committed()) {
            values.add(message.value());
            count++;
        }
        assertThat(count).isEqualTo(EVENTS);
        assertThat(values).hasSize(EVENTS).contains("{\"id\":0,\"name\":\"n0\"}", "{\"id\":99999,\"name\":\"n99999\"}");
    }
}
