package io.tidemark.planner.translate;

import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalExpand;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.sql.error.SourcePosition;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mapping;
import org.apache.calcite.util.mapping.MappingType;
import org.apache.calcite.util.mapping.Mappings;

/**
 * GROUPING SETS, ROLLUP and CUBE, and GROUPING of any aggregate.
 *
 * <p>Before: {@code Aggregate(sets {k, l}, {k}, {}: SUM(x), GROUPING(k))}. After: {@code Calc(k, l, sum, CASE set WHEN …) over Aggregate(k, l,
 * set: SUM(x)) over Expand}.
 */
final class GroupingSets {

    private static final String SET_NAME = "grouping set";

    private final LogicalPlan plan;
    private final Purpose purpose;
    private final CalcBuilder calcs;
    private final Aggregate aggregate;
    private final SourcePosition position;
    private final List<Integer> groups;
    private final List<List<Integer>> sets;

    GroupingSets(LogicalPlan plan, Purpose purpose, CalcBuilder calcs, Aggregate aggregate, SourcePosition position) {
        this.plan = plan;
        this.purpose = purpose;
        this.calcs = calcs;
        this.aggregate = aggregate;
        this.position = position;
        this.groups = aggregate.getGroupSet().asList();
        this.sets = aggregate.getGroupSets().stream()
                .map(set -> set.asList().stream().map(groups::indexOf).toList())
                .toList();
    }

    /** Whether an aggregate needs more than GROUP BY. */
    static boolean areIn(Aggregate aggregate) {
        return aggregate.getGroupType() != Aggregate.Group.SIMPLE
                || aggregate.getAggCallList().stream().anyMatch(GroupingSets::isGrouping);
    }

    private static boolean isGrouping(AggregateCall call) {
        return call.getAggregation().getKind() == SqlKind.GROUPING;
    }

    Part translate(Part input) {
        if (purpose == Purpose.FINAL) {
            new Finality(plan.sql()).requireFinalSets(input, groups, sets, position);
        }
        List<AggregateCall> calls = aggregate.getAggCallList().stream()
                .filter(call -> !isGrouping(call))
                .toList();
        IncrementalExpand expand = expand(input, calls);
        Mapping mapping = mapping(expand, input.node().rowType().getFieldCount());
        List<AggregateCall> moved =
                calls.stream().map(call -> call.transform(mapping)).toList();
        List<Integer> keys = IntStream.rangeClosed(0, groups.size()).boxed().toList();
        Part grouped = AggregateTranslator.of(plan, purpose, keys, moved, groupedType(calls), position)
                .translate(new Part(expand));
        return calcs.project(keyed(grouped, input), projections(grouped.node()), aggregate.getRowType());
    }

    private IncrementalExpand expand(Part input, List<AggregateCall> calls) {
        Set<Integer> used = new TreeSet<>();
        for (AggregateCall call : calls) {
            used.addAll(call.getArgList());
            used.addAll(call.getCollation().getKeys());
            if (call.hasFilter()) {
                used.add(call.filterArg);
            }
        }
        IncrementalNode node = input.node();
        RelDataTypeFactory.Builder type = builder();
        for (int i = 0; i < groups.size(); i++) {
            String name = node.rowType().getFieldNames().get(groups.get(i));
            type.add(name, aggregate.getRowType().getFieldList().get(i).getType());
        }
        type.add(SET_NAME, SqlTypeName.BIGINT);
        used.forEach(column -> type.add(node.rowType().getFieldList().get(column)));
        Traits below = node.traits();
        List<ColumnWatermark> watermarks = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            int column = i;
            below.watermark(groups.get(i))
                    .ifPresent(found -> watermarks.add(new ColumnWatermark(column, found.transform())));
        }
        Traits traits = new Traits(below.changelog(), below.emission(), watermarks, below.watermarkLoss(), List.of());
        return new IncrementalExpand(node, groups, sets, List.copyOf(used), type.build(), traits, position);
    }

    private RelDataTypeFactory.Builder builder() {
        return aggregate.getCluster().getTypeFactory().builder();
    }

    private static Mapping mapping(IncrementalExpand expand, int inputColumns) {
        Mapping mapping = Mappings.create(
                MappingType.PARTIAL_FUNCTION, inputColumns, expand.rowType().getFieldCount());
        for (int i = 0; i < expand.passed().size(); i++) {
            mapping.set(expand.passed().get(i), expand.setColumn() + 1 + i);
        }
        return mapping;
    }

    private RelDataType groupedType(List<AggregateCall> calls) {
        List<RelDataTypeField> fields = aggregate.getRowType().getFieldList();
        RelDataTypeFactory.Builder type = builder();
        type.addAll(fields.subList(0, groups.size()));
        type.add(SET_NAME, SqlTypeName.BIGINT);
        for (AggregateCall call : calls) {
            type.add(fields.get(groups.size() + aggregate.getAggCallList().indexOf(call)));
        }
        return type.uniquify().build();
    }

    /** Where no group column can be NULL by itself, the group columns tell the sets apart. */
    private Part keyed(Part grouped, Part input) {
        List<RelDataTypeField> fields = input.node().rowType().getFieldList();
        if (groups.stream().anyMatch(column -> fields.get(column).getType().isNullable())) {
            return grouped;
        }
        IncrementalAggregate node = (IncrementalAggregate) grouped.node();
        List<List<Integer>> keys = new ArrayList<>(node.traits().keys());
        keys.add(IntStream.range(0, groups.size()).boxed().toList());
        Traits below = node.traits();
        Traits traits =
                new Traits(below.changelog(), below.emission(), below.watermarks(), below.watermarkLoss(), keys);
        return new Part(
                new IncrementalAggregate(
                        node.input(),
                        node.groupColumns(),
                        node.calls(),
                        node.closingKeys(),
                        node.rowType(),
                        traits,
                        position),
                grouped.windows());
    }

    private List<RexNode> projections(IncrementalNode grouped) {
        List<RexNode> projections = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            projections.add(RexInputRef.of(i, grouped.rowType()));
        }
        int column = groups.size() + 1;
        for (AggregateCall call : aggregate.getAggCallList()) {
            projections.add(isGrouping(call) ? grouping(call, grouped) : RexInputRef.of(column++, grouped.rowType()));
        }
        return projections;
    }

    /** The bits of the columns named, the last one lowest, 1 where the grouping set lacks the column. */
    private RexNode grouping(AggregateCall call, IncrementalNode grouped) {
        RexBuilder rex = aggregate.getCluster().getRexBuilder();
        RexNode set = RexInputRef.of(groups.size(), grouped.rowType());
        List<RexNode> cases = new ArrayList<>();
        List<ImmutableBitSet> all = aggregate.getGroupSets();
        for (int i = 0; i < all.size(); i++) {
            long bits = 0;
            for (int argument : call.getArgList()) {
                bits = bits << 1 | (all.get(i).get(argument) ? 0 : 1);
            }
            if (i < all.size() - 1) {
                cases.add(rex.makeCall(
                        SqlStdOperatorTable.EQUALS, set, rex.makeExactLiteral(BigDecimal.valueOf(i), set.getType())));
            }
            cases.add(rex.makeExactLiteral(BigDecimal.valueOf(bits), call.getType()));
        }
        return cases.size() == 1 ? cases.get(0) : rex.makeCall(SqlStdOperatorTable.CASE, cases);
    }
}
