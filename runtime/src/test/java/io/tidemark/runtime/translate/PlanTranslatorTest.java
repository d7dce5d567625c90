package io.tidemark.runtime.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalLimit;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.IncrementalUnion;
import io.tidemark.planner.incremental.IncrementalValues;
import io.tidemark.planner.incremental.IncrementalWatermark;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.translate.type.TypeMapper;
import io.tidemark.sql.error.SourcePosition;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.junit.jupiter.api.Test;

class PlanTranslatorTest {

    private static final SourcePosition HERE = SourcePosition.at(1, 1);
    private static final Traits TRAITS =
            new Traits(Changelog.APPEND, Emission.EARLY, List.of(), Optional.empty(), List.of());

    private final SqlExpressions sql = new SqlExpressions("ts TIMESTAMP(3), v INT");
    private final List<String> errors = new ArrayList<>();
    private final List<String> given = new ArrayList<>();

    private IncrementalScan scan(String name) {
        List<ColumnDefinition> columns = sql.rowType().getFieldList().stream()
                .map(field -> ColumnDefinition.physical(field.getName(), field.getType()))
                .toList();
        RelationDefinition relation = new RelationDefinition(
                new RelationName("public", name),
                RelationKind.STREAM,
                columns,
                Optional.empty(),
                List.of(),
                Map.of(),
                null,
                "");
        return new IncrementalScan(relation, List.of(0, 1), sql.rowType(), TRAITS, HERE);
    }

    private IncrementalWatermark watermark(IncrementalNode input) {
        return new IncrementalWatermark(
                input, 0, sql.parse("ts - INTERVAL '2' SECOND").get(0), Optional.empty(), TRAITS, HERE);
    }

    private IncrementalCalc calc(IncrementalNode input, String condition, String selectList) {
        List<RexNode> projections = sql.parse(selectList);
        var rowType = sql.types().builder();
        for (int i = 0; i < projections.size(); i++) {
            rowType.add("x" + i, projections.get(i).getType());
        }
        Optional<RexNode> filter = Optional.of(sql.parse(condition).get(0));
        return new IncrementalCalc(input, filter, projections, rowType.build(), TRAITS, HERE);
    }

    private Dataflow start(IncrementalNode root) {
        Dataflow.Factory factory =
                new PlanTranslator(Workers.of(2)).translate(root, new TranslationSettings(ZoneOffset.UTC, sql.types()));
        LateRowHandler noneLate = new LateRowHandler() {
            @Override
            public void taken(Batch batch, int position) {}

            @Override
            public void missed(Batch batch, int position, String closingColumn, long closingValue) {}
        };
        return factory.create(
                new Dataflow.RowHandlers((batch, position, reason) -> errors.add(reason.getMessage()), noneLate),
                this::collect);
    }

    private void collect(Batch batch) {
        for (int i = 0; i < batch.selectedCount(); i++) {
            int row = batch.position(i);
            StringBuilder line = new StringBuilder();
            batch.columns()
                    .forEach(column -> line.append(RowText.read(column, row)).append(' '));
            long[] tags = batch.tags().watermarks;
            if (tags != null) {
                line.append(tags[row] == Long.MIN_VALUE ? "wm ." : "wm " + tags[row]);
            }
            given.add(line.toString().strip());
        }
    }

    /** Rows {@code seconds value}; {@code .} for a NULL. */
    private Batch rows(int partition, String... rows) {
        BatchBuilder builder = new BatchBuilder(TypeMapper.schema(sql.rowType()));
        for (String row : rows) {
            String[] cells = row.split(" ", -1);
            if (!cells[0].equals(".")) {
                builder.column(0).setLong(Long.parseLong(cells[0]) * 1_000_000);
            }
            builder.column(1).setLong(Long.parseLong(cells[1]));
            builder.endRow();
        }
        RowOrigin origin = new RowOrigin() {
            @Override
            public int partition() {
                return partition;
            }

            @Override
            public long offset(int row) {
                return row;
            }

            @Override
            public String payload(int row) {
                return rows[row];
            }
        };
        return builder.build().withTags(new RowTags(null, origin, null));
    }

    @Test
    void rowsCarryTheirPartitionsWatermarkJustBeforeThem() {
        Dataflow dataflow = start(calc(watermark(scan("s")), "v <> 3", "v"));
        dataflow.beginEpoch(new Epoch(1, 0));
        dataflow.watermarks().get(0).beginEpoch(Set.of(0, 1), Set.of());
        dataflow.process(0, rows(0, "10 1", "5 2", "20 3", "1 4"));
        dataflow.process(0, rows(1, "3 5", ". 6", "4 7"));
        assertThat(dataflow.endEpoch()).isEqualTo(2_000_000);
        assertThat(given).containsExactly("1 wm .", "2 wm 8000000", "4 wm 18000000", "5 wm .", "7 wm 1000000");
        assertThat(errors).containsExactly("event time \"ts\" is NULL");
    }

    @Test
    void aCutIntoBatchesChangesNothing() {
        Dataflow dataflow = start(watermark(scan("s")));
        dataflow.beginEpoch(new Epoch(1, 0));
        dataflow.process(0, rows(0, "10 1"));
        dataflow.process(0, rows(0, "5 2"));
        dataflow.endEpoch();
        dataflow.beginEpoch(new Epoch(2, 0));
        dataflow.process(0, rows(0, "20 3", "1 4"));
        dataflow.endEpoch();
        assertThat(given)
                .containsExactly(
                        "1970-01-01 00:00:10 1 wm .",
                        "1970-01-01 00:00:05 2 wm 8000000",
                        "1970-01-01 00:00:20 3 wm 8000000",
                        "1970-01-01 00:00:01 4 wm 18000000");
    }

    @Test
    void aUnionsWatermarkIsTheLeastOfItsInputs() {
        IncrementalNode left = watermark(scan("a"));
        IncrementalNode right = watermark(scan("b"));
        Dataflow dataflow = start(new IncrementalUnion(List.of(left, right), sql.rowType(), TRAITS, HERE));
        assertThat(dataflow.scans()).extracting(port -> port.relationName()).containsExactly("a", "b");
        dataflow.beginEpoch(new Epoch(1, 0));
        dataflow.process(0, rows(0, "10 1"));
        assertThat(dataflow.endEpoch()).isEqualTo(Long.MIN_VALUE);
        dataflow.beginEpoch(new Epoch(2, 0));
        dataflow.process(1, rows(0, "5 1"));
        assertThat(dataflow.endEpoch()).isEqualTo(3_000_000);
    }

    @Test
    void constantRowsComeOnceAndEndEverything() {
        RexBuilder rex = new RexBuilder(sql.types());
        List<RexLiteral> row =
                List.of(rex.makeNullLiteral(sql.rowType().getFieldList().get(0).getType()), (RexLiteral)
                        rex.makeLiteral(7, sql.rowType().getFieldList().get(1).getType(), false));
        Dataflow dataflow = start(new IncrementalValues(List.of(row, row), sql.rowType(), TRAITS, HERE));
        for (int epoch = 1; epoch <= 2; epoch++) {
            dataflow.beginEpoch(new Epoch(epoch, 0));
            assertThat(dataflow.endEpoch()).isEqualTo(Long.MAX_VALUE);
        }
        assertThat(given).containsExactly(". 7", ". 7");
    }

    @Test
    void aLimitBelowAProjectionCompletesTheDataflow() {
        IncrementalNode limit = new IncrementalLimit(scan("s"), 0, 2, TRAITS, HERE);
        Dataflow dataflow = start(calc(limit, "v > 0", "v"));
        dataflow.beginEpoch(new Epoch(1, 0));
        dataflow.process(0, rows(0, "1 1", "2 2", "3 3"));
        dataflow.endEpoch();
        assertThat(given).containsExactly("1", "2");
        assertThat(dataflow.isComplete()).isTrue();
    }

    @Test
    void stateIsNamedTheSameForTheSamePlanOnly() {
        Set<String> first =
                start(calc(watermark(scan("s")), "v > 1", "v")).states().keySet();
        Set<String> again =
                start(calc(watermark(scan("s")), "v > 1", "v")).states().keySet();
        Set<String> other =
                start(calc(watermark(scan("t")), "v > 1", "v")).states().keySet();
        assertThat(first).hasSize(1).isEqualTo(again).doesNotContainAnyElementsOf(other);
    }

    @Test
    void theCodeOfEveryNodeIsExplained() {
        TranslatedPlan plan = new PlanTranslator(Workers.of(2))
                .translatePlan(
                        calc(watermark(scan("s")), "v > 1", "v + 1"),
                        new TranslationSettings(ZoneOffset.UTC, sql.types()));
        assertThat(ExplainCode.explain(plan)).contains("-- calc@0#", "Longs.toInt", "-- watermark@0.0#");
    }
}
