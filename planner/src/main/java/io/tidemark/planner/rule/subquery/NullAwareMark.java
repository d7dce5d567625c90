package io.tidemark.planner.rule.subquery;

import io.tidemark.planner.validate.SafeExpressions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * The value of {@code x IN (SELECT y …)} where x or y may be NULL, by equalities alone, which find their rows without a comparison of all pairs: TRUE
 * with a match; else unknown if there is a NULL among the y, or x is NULL and there is any y; else FALSE.
 *
 * <p>Before: {@code MarkJoin(x = y)}. After: {@code CASE WHEN mark THEN TRUE WHEN rows > values OR x IS NULL AND rows > 0 THEN NULL ELSE FALSE END} over
 * {@code MarkJoin(x = y IS TRUE)} and the join with {@code COUNT(*) AS rows, COUNT(y) AS values}.
 */
final class NullAwareMark {
    private final SubqueryJoins joins;
    private final FlatQuery matches;
    private final RexBuilder builder;

    private NullAwareMark(SubqueryJoins joins, FlatQuery matches) {
        this.joins = joins;
        this.matches = matches;
        this.builder = matches.rows().getCluster().getRexBuilder();
    }

    /** Adds to the rows what the value needs, and returns it; empty if the query has another form. */
    static Optional<RexNode> of(RexSubQuery query, FlatQuery flat, SubqueryJoins joins, OuterRow outer) {
        boolean equality = query.getKind() == SqlKind.IN
                || (query.getOperator() instanceof SqlQuantifyOperator some && some.comparisonKind == SqlKind.EQUALS);
        RexNode output = query.getOperands().isEmpty() ? null : flat.outputs().get(0);
        if (!equality || query.getOperands().size() != 1 || output == null || outer.isIn(output)) {
            return Optional.empty();
        }
        RexBuilder builder = flat.rows().getCluster().getRexBuilder();
        List<RexNode> columns = new ArrayList<>();
        List<RexNode> on = new ArrayList<>();
        for (RexNode condition : flat.on()) {
            Optional<Conditions.Matching> matching = Conditions.matching(condition, outer);
            if (matching.isEmpty() || SafeExpressions.canFail(matching.get().inner())) {
                return Optional.empty();
            }
            RexNode inner = matching.get().inner();
            on.add(matching.get().withInner(builder.makeInputRef(inner.getType(), columns.size()), builder));
            columns.add(inner);
        }
        columns.add(output);
        RelNode rows = LogicalProject.create(
                flat.rows(), List.of(), columns, Collections.nCopies(columns.size(), null), Set.of());
        RexNode values = builder.makeInputRef(rows, columns.size() - 1);
        FlatQuery matches = new FlatQuery(rows, on, false, List.of(), List.of(values));
        return Optional.of(new NullAwareMark(joins, matches).value(query));
    }

    private RexNode value(RexSubQuery query) {
        RexNode operand = query.getOperands().get(0).accept(new SubqueryValues(joins));
        RexNode mark = Conditions.isTrue(joins.addMark(matches, operand), builder);
        List<RexNode> counts =
                joins.addColumns(counts(), matches.on().isEmpty() ? JoinRelType.INNER : JoinRelType.LEFT);
        RexNode nulls = builder.makeCall(SqlStdOperatorTable.GREATER_THAN, counts.get(0), counts.get(1));
        RexNode zero = builder.makeExactLiteral(
                BigDecimal.ZERO, builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT));
        RexNode missing = builder.makeCall(
                SqlStdOperatorTable.AND,
                builder.makeCall(SqlStdOperatorTable.IS_NULL, operand),
                builder.makeCall(SqlStdOperatorTable.GREATER_THAN, counts.get(0), zero));
        return builder.makeCall(
                SqlStdOperatorTable.CASE,
                mark,
                builder.makeLiteral(true),
                builder.makeCall(SqlStdOperatorTable.OR, nulls, missing),
                builder.makeNullLiteral(query.getType()),
                builder.makeLiteral(false));
    }

    /** For each outer row how many rows belong to it, and how many of those are not NULL. */
    private FlatQuery counts() {
        int keys = matches.on().size();
        RelNode counted = LogicalAggregate.create(
                matches.rows(),
                List.of(),
                ImmutableBitSet.range(keys),
                null,
                List.of(count(List.of()), count(List.of(keys))));
        List<RexNode> outputs = List.of(builder.makeInputRef(counted, keys), builder.makeInputRef(counted, keys + 1));
        return matches.withRows(counted).withOutputs(outputs);
    }

    private AggregateCall count(List<Integer> arguments) {
        return AggregateCall.create(
                SqlStdOperatorTable.COUNT,
                false,
                false,
                false,
                List.of(),
                arguments,
                -1,
                null,
                RelCollations.EMPTY,
                matches.on().isEmpty(),
                matches.rows(),
                null,
                null);
    }
}
