package io.tidemark.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.connectors.testing.KafkaBroker;
import io.tidemark.connectors.testing.KafkaTopic;
import io.tidemark.connectors.testing.SharedBroker;
import io.tidemark.connectors.testing.SinkContract;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.OutputMode;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a consumer sees that reads only what is committed. */
@ExtendWith(SharedBroker.class)
class KafkaSinkContractTest extends SinkContract {

    private KafkaTopic topic;

    @BeforeEach
    void create(KafkaBroker broker) throws Exception {
        topic = new KafkaTopic(broker, 2);
    }

    @Override
    protected EpochSink open(OutputMode mode) {
        return topic.sink(topic.name, SCHEMA, mode, List.of());
    }

    @Override
    protected int crashedEpochs() {
        return 12;
    }

    @Override
    protected List<String> visible() {
        return topic.committed().stream()
                .map(message -> message.value().replaceAll("\\{\"id\":(\\d+),\"name\":\"(.*)\"}", "$1|$2"))
                .toList();
    }

    @Override
    @Test
    protected void aCompleteEpochReplacesTheOneBefore() {
        KafkaConnector connector = new KafkaConnector();
        Options options = Options.validate("kafka", connector.sinkOptions(), topic.options());
        assertThat(connector.capabilities(options, false).modes()).containsExactly(OutputMode.APPEND);
        assertThat(connector.capabilities(options, true).modes())
                .containsExactlyInAnyOrder(OutputMode.APPEND, OutputMode.UPDATE);
    }
}
