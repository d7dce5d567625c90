package io.tidemark.planner.translate;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.ViewWatermarks;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.IncrementalWatermark;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.planner.validate.RelationExpansion;
import io.tidemark.sql.error.SourcePosition;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Reads a relation: scan of the stored columns that are used, then the computed columns if any is, then the watermark if the relation is a
 * stream that has one, or a materialized view that passes one on.
 */
final class RelationReader {
    private final RelationDefinition relation;
    private final RelationExpansion expansion;
    private final RelDataTypeFactory factory;
    private final Purpose purpose;
    private final SourcePosition position;

    RelationReader(
            RelationDefinition relation,
            RelationExpansion expansion,
            RelDataTypeFactory factory,
            Purpose purpose,
            SourcePosition position) {
        this.relation = relation;
        this.expansion = expansion.at(position);
        this.factory = factory;
        this.purpose = purpose;
        this.position = position;
    }

    /** The nodes, and where each column of the relation is in their output; -1 for those not given out. */
    record Reading(IncrementalNode node, List<Integer> positions) {}

    Reading read(ImmutableBitSet used, ZoneId zone) {
        ImmutableBitSet needed = expansion
                .watermark()
                .map(w -> used.set(w.timeColumn()).union(RelOptUtil.InputFinder.bits(w.expression())))
                .orElse(used);
        List<Integer> stored = storedFor(needed);
        List<Integer> storedPositions = positions(relation.storedColumns().size(), stored);
        IncrementalNode node = scan(stored);
        List<Integer> positions = positions(relation.columns().size(), needed.asList());
        boolean computes = needed.asList().stream().anyMatch(i -> column(i).role() == ColumnDefinition.Role.COMPUTED);
        if (computes || stored.size() != needed.cardinality()) {
            node = computed(node, needed, storedPositions);
        }
        if (expansion.watermark().isPresent()) {
            node = watermark(node, expansion.watermark().get(), positions, new Bounds(needed, zone));
        }
        return new Reading(node, positions);
    }

    private record Bounds(ImmutableBitSet needed, ZoneId zone) {}

    private ColumnDefinition column(int index) {
        return relation.columns().get(index);
    }

    /** Which stored columns the columns needed are made of; at least one, so that rows can be counted. */
    private List<Integer> storedFor(ImmutableBitSet needed) {
        ImmutableBitSet.Builder bits = ImmutableBitSet.builder();
        needed.forEach(
                i -> bits.addAll(RelOptUtil.InputFinder.bits(expansion.columns().get(i))));
        ImmutableBitSet stored = bits.build();
        return stored.isEmpty() && !relation.storedColumns().isEmpty() ? List.of(0) : stored.asList();
    }

    private static List<Integer> positions(int size, List<Integer> chosen) {
        return IntStream.range(0, size).map(chosen::indexOf).boxed().toList();
    }

    private IncrementalNode scan(List<Integer> stored) {
        RelDataTypeFactory.Builder type = factory.builder();
        List<ColumnDefinition> columns = relation.storedColumns();
        stored.forEach(i -> type.add(columns.get(i).name(), columns.get(i).type()));
        boolean appends = purpose == Purpose.SNAPSHOT || relation.appendOnly();
        List<String> names = stored.stream().map(i -> columns.get(i).name()).toList();
        Traits traits = new Traits(
                appends ? Changelog.APPEND : Changelog.RETRACT,
                Emission.EARLY,
                inherited(stored),
                expansion.watermarkLoss().or(relation.viewWatermarks()::loss),
                key(names));
        return new IncrementalScan(relation, stored, type.build(), traits, position);
    }

    /** What a view passes on; nothing is late in a snapshot of it, and everything is final. */
    private List<ColumnWatermark> inherited(List<Integer> stored) {
        List<ColumnWatermark> watermarks = new ArrayList<>();
        for (ViewWatermarks.Column promise : relation.viewWatermarks().columns()) {
            int column = stored.indexOf(promise.column());
            if (column >= 0 && purpose != Purpose.SNAPSHOT) {
                WatermarkTransform transform = new WatermarkTransform(
                        promise.bucketMicros(),
                        promise.bucketOffsetMicros(),
                        promise.plusMicros(),
                        promise.unitMicros());
                watermarks.add(new ColumnWatermark(column, transform));
            }
        }
        return watermarks;
    }

    private List<List<Integer>> key(List<String> names) {
        List<Integer> key = relation.primaryKey().stream().map(names::indexOf).toList();
        return key.isEmpty() || key.contains(-1) ? List.of() : List.of(key);
    }

    private IncrementalNode computed(IncrementalNode scan, ImmutableBitSet needed, List<Integer> storedPositions) {
        List<RexNode> projections = new ArrayList<>();
        RelDataTypeFactory.Builder type = factory.builder();
        List<String> names = new ArrayList<>();
        for (int i : needed) {
            RexNode expression = Expressions.moved(expansion.columns().get(i), storedPositions);
            projections.add(expression);
            type.add(column(i).name(), column(i).type());
            names.add(column(i).name());
        }
        Traits below = scan.traits();
        Traits traits = new Traits(below.changelog(), Emission.EARLY, List.of(), below.watermarkLoss(), key(names));
        return new IncrementalCalc(scan, Optional.empty(), projections, type.build(), traits, position);
    }

    private IncrementalNode watermark(
            IncrementalNode input, RelationExpansion.Watermark watermark, List<Integer> positions, Bounds bounds) {
        int timeColumn = positions.get(watermark.timeColumn());
        List<ColumnWatermark> watermarks = new ArrayList<>();
        EventTimeBounds derivation = new EventTimeBounds(bounds.zone, this::eventTime);
        int next = 0;
        for (int i : bounds.needed) {
            int column = next++;
            derivation
                    .of(
                            i == watermark.timeColumn()
                                    ? timeExpression()
                                    : expansion.columns().get(i))
                    .ifPresent(transform -> watermarks.add(new ColumnWatermark(column, transform)));
        }
        Traits below = input.traits();
        Traits traits = new Traits(below.changelog(), Emission.EARLY, watermarks, Optional.empty(), below.keys());
        RexNode expression = Expressions.moved(watermark.expression(), positions);
        return new IncrementalWatermark(input, timeColumn, expression, watermark.maxFutureSkew(), traits, position);
    }

    private RexNode timeExpression() {
        return expansion.columns().get(expansion.watermark().orElseThrow().timeColumn());
    }

    /** Rows before the watermark are late: so no event time at or below W - 1 will come. */
    private Optional<WatermarkTransform> eventTime(RexNode expression) {
        return expression.equals(timeExpression()) ? Optional.of(WatermarkTransform.plus(-1)) : Optional.empty();
    }

    /** A reference to each column of a node. */
    static List<RexNode> identity(RelDataType type) {
        List<RexNode> references = new ArrayList<>();
        type.getFieldList().forEach(field -> references.add(RexInputRef.of(field.getIndex(), type)));
        return references;
    }
}
