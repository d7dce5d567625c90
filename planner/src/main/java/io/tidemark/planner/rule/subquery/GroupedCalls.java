package io.tidemark.planner.rule.subquery;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/** The calls of an aggregate that gets more columns to group by. */
final class GroupedCalls {
    private static final Set<SqlKind> ZERO = EnumSet.of(SqlKind.COUNT, SqlKind.SUM0, SqlKind.REGR_COUNT);
    private static final Set<String> EMPTY_COLLECTIONS = Set.of("COLLECT");

    private GroupedCalls() {}

    /** The columns of the input that groups and calls use. */
    static ImmutableBitSet columns(Aggregate aggregate) {
        ImmutableBitSet.Builder used = ImmutableBitSet.builder();
        used.addAll(aggregate.getGroupSet());
        for (AggregateCall call : aggregate.getAggCallList()) {
            call.getArgList().forEach(used::set);
            if (call.filterArg >= 0) {
                used.set(call.filterArg);
            }
            call.getCollation().getFieldCollations().forEach(field -> used.set(field.getFieldIndex()));
            if (call.distinctKeys != null) {
                used.addAll(call.distinctKeys);
            }
        }
        return used.build();
    }

    /** The aggregate over another input, where {@code column} tells where a column of the old one is, and with other groups. */
    static RelNode over(Aggregate aggregate, RelNode input, List<ImmutableBitSet> groups, IntUnaryOperator column) {
        ImmutableBitSet all = ImmutableBitSet.union(groups);
        boolean empty = groups.stream().anyMatch(ImmutableBitSet::isEmpty);
        List<AggregateCall> calls = new ArrayList<>();
        for (AggregateCall call : aggregate.getAggCallList()) {
            calls.add(AggregateCall.create(
                    call.getParserPosition(),
                    call.getAggregation(),
                    call.isDistinct(),
                    call.isApproximate(),
                    call.ignoreNulls(),
                    call.rexList,
                    call.getArgList().stream().map(column::applyAsInt).toList(),
                    call.filterArg < 0 ? -1 : column.applyAsInt(call.filterArg),
                    call.distinctKeys == null ? null : moved(call.distinctKeys, column),
                    moved(call.getCollation(), column),
                    empty,
                    input,
                    null,
                    call.getName()));
        }
        return LogicalAggregate.create(input, aggregate.getHints(), all, groups, calls);
    }

    /** Columns where they are now. */
    static ImmutableBitSet moved(ImmutableBitSet columns, IntUnaryOperator column) {
        ImmutableBitSet.Builder moved = ImmutableBitSet.builder();
        columns.forEach(i -> moved.set(column.applyAsInt(i)));
        return moved.build();
    }

    private static RelCollation moved(RelCollation collation, IntUnaryOperator column) {
        List<RelFieldCollation> fields = new ArrayList<>();
        for (RelFieldCollation field : collation.getFieldCollations()) {
            fields.add(field.withFieldIndex(column.applyAsInt(field.getFieldIndex())));
        }
        return RelCollations.of(fields);
    }

    /** Whether it is known what each call gives for a group without rows, and {@link #ofGroup} can tell. */
    static boolean knowsEmpty(Aggregate aggregate) {
        return aggregate.getAggCallList().stream()
                .noneMatch(
                        call -> EMPTY_COLLECTIONS.contains(call.getAggregation().getName()));
    }

    /** What a call gives, read from the right side of a LEFT JOIN that is NULL where the group has no rows. */
    static RexNode ofGroup(AggregateCall call, RexNode joined, RexBuilder builder) {
        if (!ZERO.contains(call.getAggregation().getKind())) {
            return joined;
        }
        RexNode zero = builder.makeZeroLiteral(joined.getType());
        return builder.makeCall(
                SqlStdOperatorTable.CASE,
                builder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, joined),
                builder.makeNotNull(joined),
                zero);
    }
}
