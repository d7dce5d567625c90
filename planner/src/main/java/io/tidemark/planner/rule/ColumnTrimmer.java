package io.tidemark.planner.rule;

import io.tidemark.planner.logical.LogicalSetOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalAsofJoin;
import org.apache.calcite.rel.logical.LogicalTableFunctionScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mapping;
import org.apache.calcite.util.mapping.MappingType;
import org.apache.calcite.util.mapping.Mappings;

/** Leaves out columns that nothing uses; Calcite's trimmer, taught that a window function hands its input's columns through. */
public final class ColumnTrimmer extends RelFieldTrimmer {
    private ColumnTrimmer(RelNode plan) {
        super(null, LogicalPhases.builder(plan));
    }

    static RelNode trimmed(RelNode plan) {
        return new ColumnTrimmer(plan).trim(plan);
    }

    /** Found by Calcite by its name and arguments. The columns that the function adds are always kept. */
    @Override
    public TrimResult trimFields(
            LogicalTableFunctionScan function, ImmutableBitSet used, Set<RelDataTypeField> extraFields) {
        if (function.getInputs().size() != 1) {
            return super.trimFields(function, used, extraFields);
        }
        RelNode input = function.getInput(0);
        int inputCount = input.getRowType().getFieldCount();
        ImmutableBitSet needed = used.intersect(ImmutableBitSet.range(inputCount))
                .union(RelOptUtil.InputFinder.bits(function.getCall()));
        TrimResult trimmed = trimChild(function, input, needed, Set.of());
        Mapping inputMapping = trimmed.right;
        int added = function.getRowType().getFieldCount() - inputCount;
        int newInputCount = trimmed.left.getRowType().getFieldCount();
        Mapping mapping = Mappings.create(
                MappingType.INVERSE_SURJECTION, function.getRowType().getFieldCount(), newInputCount + added);
        for (int i = 0; i < inputCount; i++) {
            int target = inputMapping.getTargetOpt(i);
            if (target >= 0) {
                mapping.set(i, target);
            }
        }
        for (int i = 0; i < added; i++) {
            mapping.set(inputCount + i, newInputCount + i);
        }
        RelNode moved = LogicalTableFunctionScan.create(
                        function.getCluster(),
                        List.of(trimmed.left),
                        moved(function.getCall(), inputMapping),
                        function.getElementType(),
                        rowType(function, trimmed.left, inputCount),
                        function.getColumnMappings())
                .withHints(function.getHints());
        return result(moved, mapping, function);
    }

    /**
     * Found by Calcite by its name and arguments. Of right rows at the same place all columns tell which is nearest, whoever uses them.
     */
    public TrimResult trimFields(LogicalAsofJoin join, ImmutableBitSet used, Set<RelDataTypeField> extraFields) {
        int leftCount = join.getLeft().getRowType().getFieldCount();
        int rightCount = join.getRight().getRowType().getFieldCount();
        ImmutableBitSet left = used.union(RelOptUtil.InputFinder.bits(join.getCondition()))
                .union(RelOptUtil.InputFinder.bits(join.getMatchCondition()))
                .intersect(ImmutableBitSet.range(leftCount));
        TrimResult newLeft = trimChild(join, join.getLeft(), left, Set.of());
        TrimResult newRight = trimChild(join, join.getRight(), ImmutableBitSet.range(rightCount), Set.of());
        int newCount = newLeft.left.getRowType().getFieldCount();
        Mapping mapping =
                Mappings.create(MappingType.INVERSE_SURJECTION, leftCount + rightCount, newCount + rightCount);
        for (int i = 0; i < leftCount; i++) {
            int target = newLeft.right.getTargetOpt(i);
            if (target >= 0) {
                mapping.set(i, target);
            }
        }
        for (int i = 0; i < rightCount; i++) {
            mapping.set(leftCount + i, newCount + i);
        }
        RelNode trimmed = LogicalAsofJoin.create(
                newLeft.left,
                newRight.left,
                join.getHints(),
                moved(join.getCondition(), mapping),
                moved(join.getMatchCondition(), mapping),
                join.getJoinType(),
                join.getSystemFieldList());
        return result(trimmed, mapping, join);
    }

    /** Found by Calcite by its name and arguments. Which rows are alike hangs on all columns. */
    public TrimResult trimFields(
            LogicalSetOperation operation, ImmutableBitSet used, Set<RelDataTypeField> extraFields) {
        int count = operation.getRowType().getFieldCount();
        List<RelNode> inputs = new ArrayList<>();
        for (RelNode input : operation.getInputs()) {
            inputs.add(trimChild(operation, input, ImmutableBitSet.range(count), Set.of()).left);
        }
        RelNode trimmed = operation.copy(operation.getTraitSet(), inputs, operation.all);
        return result(trimmed, Mappings.createIdentity(count), operation);
    }

    private static RexNode moved(RexNode call, Mapping mapping) {
        return call.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return new RexInputRef(mapping.getTarget(ref.getIndex()), ref.getType());
            }
        });
    }

    private static RelDataType rowType(LogicalTableFunctionScan function, RelNode input, int before) {
        RelDataTypeFactory.Builder builder =
                function.getCluster().getTypeFactory().builder();
        builder.addAll(input.getRowType().getFieldList());
        List<RelDataTypeField> fields = new ArrayList<>(function.getRowType().getFieldList());
        builder.addAll(fields.subList(before, fields.size()));
        return builder.build();
    }
}
