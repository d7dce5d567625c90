package io.tidemark.connectors;

import io.tidemark.connectors.blackhole.BlackholeConnector;
import io.tidemark.connectors.console.ConsoleConnector;
import io.tidemark.connectors.csv.CsvFormat;
import io.tidemark.connectors.datagen.DatagenConnector;
import io.tidemark.connectors.filesystem.FilesystemConnector;
import io.tidemark.connectors.jdbc.JdbcConnector;
import io.tidemark.connectors.json.JsonLinesFormat;
import io.tidemark.connectors.kafka.KafkaConnector;
import io.tidemark.connectors.nexmark.NexmarkConnector;
import io.tidemark.connectors.parquet.ParquetFormat;
import io.tidemark.runtime.connector.Connector;
import io.tidemark.runtime.connector.WorkerPool;
import java.io.PrintStream;
import java.time.Clock;
import java.util.List;

/** Every connector there is. A new one is added here. */
public final class Connectors {

    private Connectors() {}

    /**
     * Makes the connectors.
     *
     * @param clock tells how long a file has been unchanged, and paces generated rows
     * @param console where the connector {@code console} prints
     * @param workers decode what is read
     */
    public static List<Connector> all(Clock clock, PrintStream console, WorkerPool workers) {
        return List.of(
                new FilesystemConnector(
                        List.of(new JsonLinesFormat(), new CsvFormat(), new ParquetFormat()), clock, workers),
                new DatagenConnector(clock),
                new NexmarkConnector(clock),
                new ConsoleConnector(console),
                new BlackholeConnector(),
                new KafkaConnector(),
                new JdbcConnector());
    }
}
