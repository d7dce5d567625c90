package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.connectors.Connectors;
import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.PlannerSettings;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.StatementPlanner;
import io.tidemark.planner.statement.StatementReader;
import io.tidemark.runtime.accounting.MemoryBudget;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.checkpoint.LocalFiles;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.runtime.epoch.QueryOutput;
import io.tidemark.runtime.epoch.QuerySettings;
import io.tidemark.runtime.epoch.QuerySpec;
import io.tidemark.runtime.epoch.SourceStatus;
import io.tidemark.runtime.epoch.Trigger;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.storage.StorageEngine;
import io.tidemark.runtime.translate.PlanTranslator;
import io.tidemark.runtime.translate.TranslatedPlan;
import io.tidemark.runtime.translate.TranslationSettings;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.query.ConnectorRegistry;
import io.tidemark.server.secret.SecretKeys;
import io.tidemark.server.secret.Secrets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The main job with every epoch run by hand: as 1, 7 or 1,707 epochs, on one worker, two and three. */
class EarthquakeEpochsTest {

    private static final Path QUAKES =
            Path.of(System.getProperty("tidemark.rootDirectory"), "conf", "earthquakes-week.ndjson");
    private static final String STREAM =
            "CREATE STREAM quakes (\"time\" BIGINT, mag DOUBLE, net STRING, quake_time AS TO_TIMESTAMP(\"time\", 3),"
                    + " WATERMARK FOR quake_time AS quake_time - INTERVAL '2' DAY)"
                    + " WITH ('connector' = 'filesystem', 'path' = '" + QUAKES + "', 'format' = 'json')";
    private static final String QUERY = "SELECT STREAM window_start, COUNT(*), MAX(mag)"
            + " FROM TABLE(TUMBLE(TABLE quakes, DESCRIPTOR(quake_time), INTERVAL '1' DAY))"
            + " GROUP BY window_start, window_end EMIT APPEND";

    @TempDir
    Path directory;

    /** Keeps the days that are delivered, as text. */
    private static final class Days implements EpochSink {
        private final List<String> lines = new ArrayList<>();
        private long epoch;

        @Override
        public long lastCommittedEpoch() {
            return epoch;
        }

        @Override
        public void begin(long begun) {
            epoch = begun;
        }

        @Override
        public void write(Batch delta) {
            long[] starts = ((LongColumn) delta.column(0)).values;
            long[] counts = ((LongColumn) delta.column(1)).values;
            double[] strongest = ((DoubleColumn) delta.column(2)).values;
            for (int i = 0; i < delta.selectedCount(); i++) {
                int row = delta.position(i);
                Instant start = Instant.EPOCH.plus(starts[row], ChronoUnit.MICROS);
                lines.add(start.atOffset(ZoneOffset.UTC).toLocalDate() + " " + counts[row] + " " + strongest[row]);
            }
        }

        @Override
        public void prepare() {}

        @Override
        public void commit() {}

        @Override
        public void abort() {}

        @Override
        public void close() {}
    }

    @ParameterizedTest
    @CsvSource({"1707,1,1", "1707,1,3", "244,7,2", "1,1707,1", "1,1707,2"})
    void theFinalDaysAreTheSame(int rowsPerEpoch, int epochs, int workerCount) {
        StatementReader reader =
                new StatementReader(false, PlannerSettings.defaults().defaultSchema());
        Days days = new Days();
        LocalFiles files = new LocalFiles();
        try (StorageEngine storage = StorageEngine.open(directory);
                CatalogStore store = CatalogStore.open(directory, files);
                Workers workers = Workers.of(workerCount)) {
            Secrets secrets = new Secrets(store, new SecretKeys(Optional.empty(), Optional.empty(), directory, files));
            ConnectorRegistry connectors =
                    new ConnectorRegistry(Connectors.all(Clock.systemUTC(), System.out, workers), storage, secrets);
            ServerCatalog catalog = new ServerCatalog(connectors::sinkTraits, connectors::maxFutureSkew);
            StatementPlanner planner = new StatementPlanner(catalog, PlannerSettings.defaults());
            RelationDefinition stream = planner.define(((Statement.CreateRelation) reader.read(STREAM)).source());
            CatalogEntry entry = new CatalogEntry("quakes", stream, ZoneOffset.UTC);
            catalog.put(entry);
            PlannedQuery plan = planner.planContinuous(((Statement.Select) reader.read(QUERY)).source());
            TranslatedPlan translated =
                    new PlanTranslator(workers).translatePlan(plan.root(), TranslationSettings.of(ZoneOffset.UTC));
            QuerySpec spec = new QuerySpec(
                    "days",
                    directory,
                    translated.factory(),
                    List.of(connectors.binding(entry, connectors.openSource(entry))),
                    new QueryOutput("days", days, OutputMode.APPEND, List.of(), false),
                    new Trigger.Manual(),
                    QuerySettings.DEFAULTS.withMaxRowsPerEpoch(rowsPerEpoch));
            QueryExecution query = QueryExecution.ephemeral(spec, Clock.systemUTC(), MemoryBudget.unlimited());
            query.start().join();
            int run = 0;
            while (query.runEpoch().isPresent()) {
                run++;
            }
            assertThat(run).isEqualTo(epochs);
            assertThat(query.status().sources())
                    .extracting(SourceStatus::read, SourceStatus::accepted, SourceStatus::late)
                    .containsExactly(tuple(1707L, 1667L, 40L));
            query.stop(false).join();
        }
        assertThat(days.lines)
                .containsExactly(
                        "2018-01-31 191 5.7",
                        "2018-02-01 226 6.0",
                        "2018-02-02 228 5.1",
                        "2018-02-03 247 5.2",
                        "2018-02-04 299 6.1");
    }
}
