package io.tidemark.connectors.kafka;

import io.tidemark.connectors.json.JsonOptions;
import io.tidemark.connectors.kafka.KafkaSink.Partitioning;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.MetadataColumn;
import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkCapabilities;
import io.tidemark.runtime.connector.SinkConnector;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourceConnector;
import io.tidemark.runtime.connector.SourceSpec;
import io.tidemark.sql.error.CodedException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.KafkaException;

/**
 * Rows from and to the messages of a Kafka topic. See {@code KafkaSource} and {@code KafkaSink} for what is promised.
 *
 * <p><b>Errors</b>: EXTERNAL_UNREACHABLE within ten seconds where no broker answers, EXTERNAL_NOT_FOUND for a topic that does not exist.
 */
public final class KafkaConnector implements SourceConnector, SinkConnector {

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public List<Option> sourceOptions() {
        return KafkaOptions.source();
    }

    @Override
    public List<Option> sinkOptions() {
        return KafkaOptions.sink();
    }

    @Override
    public List<MetadataColumn> metadataColumns() {
        return Arrays.stream(KafkaMetadata.values())
                .map(column -> new MetadataColumn(column.key(), column.type()))
                .toList();
    }

    @Override
    public void validateSource(SourceSpec spec) {
        ClientSettings.of(spec.options());
        StartupMode.of(spec.options());
        MessageColumns columns = MessageColumns.of(spec);
        JsonOptions.validate(spec.schema().project(columns.value()));
        if (!columns.rawKey()) {
            JsonOptions.validate(spec.schema().project(columns.key()));
        }
    }

    @Override
    public String snapshotRefusal(Options options) {
        return "";
    }

    @Override
    public boolean isLive() {
        return true;
    }

    @Override
    public Source openSource(SourceSpec spec) {
        ClientSettings settings = ClientSettings.of(spec.options());
        String topic = spec.options().text(KafkaOptions.TOPIC);
        boolean bounded = spec.options().bool(KafkaOptions.BOUNDED)
                || !spec.options().text(KafkaOptions.BOUNDED_MODE).equals(KafkaOptions.UNBOUNDED);
        try (KafkaCluster cluster = KafkaCluster.connect(settings)) {
            KafkaSource.Spec source = new KafkaSource.Spec(
                    topic,
                    cluster.topic(topic).topicId(),
                    StartupMode.of(spec.options()),
                    bounded,
                    MessageColumns.of(spec));
            return new KafkaSource(
                    source,
                    new PartitionFetcher(settings, topic, spec.options().duration(KafkaOptions.DISCOVERY_INTERVAL)));
        } catch (KafkaException e) {
            throw KafkaErrors.of("opening topic \"" + topic + "\"", e);
        }
    }

    @Override
    public SinkCapabilities capabilities(Options options, boolean keyed) {
        Set<OutputMode> modes = keyed ? Set.of(OutputMode.APPEND, OutputMode.UPDATE) : Set.of(OutputMode.APPEND);
        return new SinkCapabilities(modes, keyed, false, true, Duration.ZERO);
    }

    @Override
    public void validateSink(SinkSpec spec) {
        ClientSettings.of(spec.options());
        MessageEncoder.of(spec);
        if (spec.mode() == OutputMode.UPDATE && partitioning(spec.options()) != Partitioning.BY_KEY) {
            throw CodedException.invalidOption(
                    KafkaOptions.PARTITIONER,
                    spec.options().text(KafkaOptions.PARTITIONER),
                    "default, as the rows of \"" + spec.relation() + "\" are updated by key");
        }
    }

    private static Partitioning partitioning(Options options) {
        return switch (options.text(KafkaOptions.PARTITIONER)) {
            case KafkaOptions.FIXED -> Partitioning.FIXED;
            case KafkaOptions.ROUND_ROBIN -> Partitioning.ROUND_ROBIN;
            default -> Partitioning.BY_KEY;
        };
    }

    @Override
    public EpochSink openSink(SinkSpec spec) {
        ClientSettings settings = ClientSettings.of(spec.options());
        KafkaSink.Spec sink = new KafkaSink.Spec(
                MessageEncoder.of(spec),
                partitioning(spec.options()),
                spec.mode() == OutputMode.UPDATE,
                spec.options().text(KafkaOptions.TRANSACTIONAL_ID_PREFIX) + "-" + spec.sinkId(),
                spec.options().text(KafkaOptions.EPOCH_TOPIC));
        String topic = spec.options().text(KafkaOptions.TOPIC);
        return new KafkaSink(sink, () -> connect(settings, topic, sink));
    }

    /** First the writer, which ends an earlier one's transaction; then the epoch that is committed is certain. */
    private static KafkaSink.Opened connect(ClientSettings settings, String topic, KafkaSink.Spec sink) {
        try (KafkaCluster cluster = KafkaCluster.connect(settings)) {
            cluster.topic(topic);
            EpochMarkers markers = new EpochMarkers(cluster, settings, sink.epochTopic());
            markers.ensureTopic();
            TransactionalWriter writer = TransactionalWriter.open(settings, sink.transactionalId(), topic);
            try {
                return new KafkaSink.Opened(writer, markers.lastCommitted(sink.transactionalId()));
            } catch (RuntimeException e) {
                writer.close();
                throw e;
            }
        } catch (KafkaException e) {
            throw KafkaErrors.of("opening topic \"" + topic + "\"", e);
        }
    }
}
