package io.tidemark.connectors.kafka;

import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.KafkaBroker;
import io.tidemark.connectors.testing.KafkaTopic;
import io.tidemark.connectors.testing.SharedBroker;
import io.tidemark.connectors.testing.SourceContract;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.Source;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** Over messages of committed and aborted transactions and of none, some of them bad, some without a value. */
@ExtendWith(SharedBroker.class)
class KafkaSourceContractTest extends SourceContract {

    private static final Schema SCHEMA = Columns.schema("id BIGINT NOT NULL, name VARCHAR");

    private KafkaTopic topic;

    @BeforeEach
    void fill(KafkaBroker broker) throws Exception {
        topic = new KafkaTopic(broker, 1);
        try (KafkaProducer<String, String> producer = topic.transactionalProducer(topic.name)) {
            for (int id = 0; id < 40; id++) {
                if (id % 4 == 0) {
                    producer.beginTransaction();
                }
                topic.send(producer, 0, "{\"id\": " + id + ", \"name\": \"n" + id + "\"}");
                if (id % 4 == 3) {
                    if (id % 3 == 0) {
                        producer.abortTransaction();
                    } else {
                        producer.commitTransaction();
                    }
                }
            }
        }
        topic.awaitTransactionsEnded();
        topic.write(0, "x", null, "{\"id\": 100", "{\"id\": 101}", "[]", "{\"id\": 102}");
    }

    @Override
    protected Source open() {
        return topic.source(SCHEMA);
    }

    @Override
    protected int columnCount() {
        return SCHEMA.size();
    }
}
