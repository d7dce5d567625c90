package io.tidemark.planner.rule.subquery;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** Makes what looks at all rows look at those of each partition instead: OVER, and LIMIT, which becomes a filter on ROW_NUMBER. */
public final class PartitionedWindows {
    private PartitionedWindows() {}

    /** A function with further expressions in its PARTITION BY. */
    public static RexNode over(RexOver over, List<? extends RexNode> keys, RexBuilder builder) {
        RexWindow window = over.getWindow();
        List<RexNode> all = new ArrayList<>(window.partitionKeys);
        all.addAll(keys);
        return builder.makeOver(
                over.getParserPosition(),
                over.getType(),
                over.getAggOperator(),
                over.getOperands(),
                all,
                ImmutableList.copyOf(window.orderKeys),
                window.getLowerBound(),
                window.getUpperBound(),
                window.getExclude(),
                window.isRows(),
                true,
                false,
                over.isDistinct(),
                over.ignoreNulls());
    }

    /**
     * The rows that OFFSET and LIMIT leave of each partition.
     *
     * @param rows the rows of all partitions
     * @param keys how many columns, the first ones, tell the partitions
     * @param moved where in {@code rows} a column of the sort's input is
     */
    static RelNode limited(RelNode rows, int keys, Sort sort, IntUnaryOperator moved) {
        RexBuilder builder = rows.getCluster().getRexBuilder();
        List<RexNode> columns = new ArrayList<>(builder.identityProjects(rows.getRowType()));
        ImmutableList.Builder<RexFieldCollation> order = ImmutableList.builder();
        for (RelFieldCollation by : sort.getCollation().getFieldCollations()) {
            order.add(new RexFieldCollation(columns.get(moved.applyAsInt(by.getFieldIndex())), direction(by)));
        }
        RelDataType number = builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
        List<RexNode> numbered = new ArrayList<>(columns);
        numbered.add(builder.makeOver(
                SqlParserPos.ZERO,
                number,
                SqlStdOperatorTable.ROW_NUMBER,
                List.of(),
                columns.subList(0, keys),
                order.build(),
                RexWindowBounds.UNBOUNDED_PRECEDING,
                RexWindowBounds.CURRENT_ROW,
                RexWindowExclusion.EXCLUDE_NO_OTHER,
                true,
                true,
                false,
                false,
                false));
        RelNode ranked = project(rows, numbered);
        RexNode rank = builder.makeInputRef(ranked, columns.size());
        List<RexNode> wanted = new ArrayList<>();
        RexNode before = sort.offset == null ? builder.makeExactLiteral(BigDecimal.ZERO, number) : sort.offset;
        if (sort.offset != null) {
            wanted.add(builder.makeCall(SqlStdOperatorTable.GREATER_THAN, rank, before));
        }
        if (sort.fetch != null) {
            wanted.add(
                    builder.makeCall(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, rank, sum(before, sort.fetch, builder)));
        }
        RelNode filtered = LogicalFilter.create(ranked, RexUtil.composeConjunction(builder, wanted));
        return project(filtered, columns);
    }

    private static RexNode sum(RexNode before, RexNode fetch, RexBuilder builder) {
        if (before instanceof RexLiteral from && fetch instanceof RexLiteral count) {
            RelDataType type = builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
            return builder.makeExactLiteral(
                    RexLiteral.bigDecimalValue(from).add(RexLiteral.bigDecimalValue(count)), type);
        }
        return builder.makeCall(SqlStdOperatorTable.PLUS, before, fetch);
    }

    private static Set<SqlKind> direction(RelFieldCollation by) {
        ImmutableSet.Builder<SqlKind> direction = ImmutableSet.builder();
        if (by.direction.isDescending()) {
            direction.add(SqlKind.DESCENDING);
        }
        boolean first = by.nullDirection == RelFieldCollation.NullDirection.FIRST;
        boolean last = by.nullDirection == RelFieldCollation.NullDirection.LAST;
        if (first || last) {
            direction.add(first ? SqlKind.NULLS_FIRST : SqlKind.NULLS_LAST);
        }
        return direction.build();
    }

    private static RelNode project(RelNode rows, List<RexNode> columns) {
        return LogicalProject.create(rows, List.of(), columns, Collections.nCopies(columns.size(), null), Set.of());
    }
}
