package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.connectors.testing.KafkaBroker;
import io.tidemark.connectors.testing.KafkaTopic;
import io.tidemark.connectors.testing.SharedBroker;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Of a topic of several partitions, EXPLAIN WHY names the one that keeps windows open. */
@ExtendWith(SharedBroker.class)
class ExplainPartitionsTest {

    private static final List<String> TIMES = List.of("12:30:00", "12:10:00", "12:03:00");

    @TempDir
    Path directory;

    @Test
    void thePartitionThatHoldsTheWatermarkBackIsNamed(KafkaBroker broker) throws Exception {
        KafkaTopic topic = new KafkaTopic(broker, TIMES.size());
        for (int partition = 0; partition < TIMES.size(); partition++) {
            topic.write(partition, "{\"ts\":\"2024-01-01 " + TIMES.get(partition) + "\"}");
        }
        try (ServerFixture server = new ServerFixture(directory)) {
            server.execute(
                    "CREATE STREAM waiting (ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'kafka',"
                            + " 'topic' = '" + topic.name + "', 'properties.bootstrap.servers' = '" + broker.servers()
                            + "', 'format' = 'json')");
            server.execute(
                    "CREATE MATERIALIZED VIEW per_minute AS SELECT window_end, COUNT(*) AS n"
                            + " FROM TUMBLE(TABLE waiting, DESCRIPTOR(ts), INTERVAL '5' MINUTE) GROUP BY window_end EMIT APPEND");
            server.execute("FLUSH per_minute");
            assertThat(server.rows("EXPLAIN WHY per_minute"))
                    .containsExactly(
                            "rows wait until they are final: those of window_end 2024-01-01 12:05:00 are given out when the"
                                    + " watermark reaches 2024-01-01 12:05:00; it stands at 2024-01-01 12:03:00",
                            "partition 2 of \"waiting\" holds it back: it is at 2024-01-01 12:03:00, about 2 minutes before"
                                    + " that; the furthest one is at 2024-01-01 12:30:00");
        }
    }
}
