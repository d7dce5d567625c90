package io.tidemark.runtime.epoch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.accounting.MemoryBudget;
import io.tidemark.runtime.accounting.RowLedger;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.checkpoint.FaultyFiles;
import io.tidemark.runtime.checkpoint.PlanLog;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.measure.NodeMeasure;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.PartitionWatermarks;
import io.tidemark.runtime.operator.ScanPort;
import io.tidemark.sql.error.CodedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two scans of one source: it is read once, each scan gets its columns, and a row is late only if neither took it. */
class SharedSourceTest {

    private final List<String> seen = new ArrayList<>();

    /** Scan 0 takes even values, scan 1 takes values above 5; each misses the others. */
    private Dataflow dataflow(Dataflow.RowHandlers handlers) {
        return new Dataflow() {
            @Override
            public List<ScanPort> scans() {
                return List.of(port(0, List.of(1)), port(1, List.of(1, 0)));
            }

            private ScanPort port(int index, List<Integer> columns) {
                return new ScanPort(index, "public", "s", columns, FakeTopic.SCHEMA.project(columns));
            }

            @Override
            public Map<Integer, PartitionWatermarks> watermarks() {
                return Map.of();
            }

            @Override
            public Schema outputSchema() {
                return FakeTopic.SCHEMA;
            }

            @Override
            public void beginEpoch(Epoch epoch) {
                seen.add("epoch " + epoch.number());
            }

            @Override
            public void process(int scan, Batch batch) {
                assertThat(batch.columns()).hasSize(scan + 1);
                for (int row = 0; row < batch.rowCount(); row++) {
                    long v = ((LongColumn) batch.column(0)).values[row];
                    seen.add(scan + ":" + v);
                    if (scan == 0 ? v % 2 == 0 : v > 5) {
                        handlers.late().taken(batch, row);
                    } else {
                        handlers.late().missed(batch, row, "window_end", 0);
                    }
                }
            }

            @Override
            public long endEpoch() {
                return Long.MIN_VALUE;
            }

            @Override
            public List<NodeMeasure> measures() {
                return List.of();
            }

            @Override
            public boolean isComplete() {
                return false;
            }

            @Override
            public Map<String, OperatorState> states() {
                return Map.of();
            }
        };
    }

    /** A connector or operator that enters rows of which nothing becomes. */
    private Dataflow losing(Dataflow.RowHandlers handlers) {
        Dataflow.RowHandlers late = new Dataflow.RowHandlers(handlers.errors(), new LateRowHandler() {
            @Override
            public void taken(Batch batch, int position) {
                RowLedger ledger = (RowLedger) handlers.late();
                ledger.taken(batch, position);
                RowOrigin nowhere = new RowOrigin() {
                    @Override
                    public int partition() {
                        return 0;
                    }

                    @Override
                    public long offset(int row) {
                        return row;
                    }

                    @Override
                    public String payload(int row) {
                        return "";
                    }
                };
                ledger.open(0, batch.withTags(new RowTags(null, nowhere, null)));
            }

            @Override
            public void missed(Batch batch, int position, String closingColumn, long closingValue) {
                handlers.late().missed(batch, position, closingColumn, closingValue);
            }
        });
        return dataflow(late);
    }

    @Test
    void rowsOfWhichNothingBecomesFailTheQueryLoudly() {
        FakeTopic topic = new FakeTopic(1);
        topic.add(0, 1, 4);
        Source source = topic.source();
        FaultyFiles files = new FaultyFiles();
        QuerySpec spec = new QuerySpec(
                "q",
                Path.of("q"),
                (handlers, out) -> losing(handlers),
                List.of(SourceBinding.atRest("s", source), SourceBinding.atRest("s", source)),
                new QueryOutput("t", new FakeTable().sink(), OutputMode.APPEND, List.of(), true),
                new Trigger.Manual(),
                QuerySettings.DEFAULTS);
        try (PlanLog log = PlanLog.open(Path.of("plans"), files, 1000)) {
            QueryExecution query = new QueryExecution(
                    spec,
                    new QueryServices(
                            log,
                            files,
                            new World.HandClock(),
                            Runnable::run,
                            QueryHistory.DEFAULT,
                            MemoryBudget.unlimited()));
            query.start().join();
            assertThatThrownBy(query::runEpoch)
                    .isInstanceOf(CodedException.class)
                    .hasMessage("of the rows of \"s\" in epoch 1, 1 are unaccounted for"
                            + " (read, accepted, late, bad, filtered: [2, 1, 0, 0, 0])");
            assertThat(query.state()).isEqualTo(QueryState.FAILED);
            assertThat(query.status().lastError())
                    .hasValueSatisfying(error -> assertThat(error).contains("unaccounted for"));
        }
    }

    @Test
    void itIsReadOnceAndARowIsLateOnlyIfNoScanTookIt() {
        FakeTopic topic = new FakeTopic(1);
        topic.add(0, 1, 3);
        topic.add(0, 1, 4);
        topic.add(0, 1, 7);
        Source source = topic.source();
        FaultyFiles files = new FaultyFiles();
        QuerySpec spec = new QuerySpec(
                "q",
                Path.of("q"),
                (handlers, out) -> dataflow(handlers),
                List.of(SourceBinding.atRest("s", source), SourceBinding.atRest("s", source)),
                new QueryOutput("t", new FakeTable().sink(), OutputMode.APPEND, List.of(), true),
                new Trigger.Manual(),
                QuerySettings.DEFAULTS);
        try (PlanLog log = PlanLog.open(Path.of("plans"), files, 1000)) {
            QueryExecution query = new QueryExecution(
                    spec,
                    new QueryServices(
                            log,
                            files,
                            new World.HandClock(),
                            Runnable::run,
                            QueryHistory.DEFAULT,
                            MemoryBudget.unlimited()));
            query.start().join();
            query.runEpoch();
            assertThat(seen).containsExactly("epoch 1", "0:3", "0:4", "0:7", "1:3", "1:4", "1:7");
            assertThat(query.status().sources()).containsExactly(new SourceStatus("s", 3, 2, 1, 0, 0, "3 rows"));
        }
    }
}
