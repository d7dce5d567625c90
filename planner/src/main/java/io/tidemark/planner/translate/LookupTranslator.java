package io.tidemark.planner.translate;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalLookupJoin;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.translate.join.AsofCondition;
import io.tidemark.planner.translate.join.JoinCondition;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.core.AsofJoin;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/**
 * Joins with the rows that a table has at the time when a row comes: those of the outside world are looked up, those of the server's own tables are kept
 * beside.
 */
final class LookupTranslator {
    private final CalcBuilder calcs;
    private final String sql;
    private final Join join;
    private final SourcePosition position;
    private final RexBuilder builder;
    private final JoinTranslator joins;

    LookupTranslator(CalcBuilder calcs, Purpose purpose, String sql, Join join, SourcePosition position) {
        this.calcs = calcs;
        this.sql = sql;
        this.join = join;
        this.position = position;
        this.builder = join.getCluster().getRexBuilder();
        this.joins = new JoinTranslator(calcs, purpose, sql, join, position);
    }

    /** Whether a join was written as one with rows of the current time; the rewriting of the text makes it an ASOF join. */
    static boolean isOne(Join join) {
        return join instanceof AsofJoin asof
                && asof.getMatchCondition() instanceof RexCall match
                && match.getOperator().equals(DialectOperators.LOOKUP);
    }

    /** The rows joined with those of a table that are looked up by their keys. */
    Part lookup(Part left, RelationDefinition table) {
        boolean plain = table.columns().stream().allMatch(column -> column.role() == ColumnDefinition.Role.PHYSICAL);
        if (!plain) {
            throw CodedException.unsupported(
                            "a lookup of \"" + table.name() + "\", which has columns that are not stored,")
                    .at(position, sql);
        }
        requireOnlyAdded(
                left,
                table,
                "look them up before the operator that takes rows back, or load the table into one of Tidemark's own");
        int leftCount = left.node().rowType().getFieldCount();
        JoinCondition parts = JoinCondition.of(
                Expressions.withoutNullabilityCasts(join.getCondition()), JoinRelType.INNER, leftCount, builder);
        List<RexNode> leftExpressions =
                new ArrayList<>(RelationReader.identity(left.node().rowType()));
        List<RexNode> rightExpressions =
                new ArrayList<>(RelationReader.identity(join.getRight().getRowType()));
        int rightCount = rightExpressions.size();
        List<IncrementalJoin.Key> keys = JoinTranslator.keys(parts.equalities(), leftExpressions, rightExpressions);
        if (parts.residual().isPresent() || rightExpressions.size() != rightCount) {
            throw CodedException.unsupported("a lookup by anything but columns that are equal, of the same type,")
                    .at(position, sql)
                    .hint("declare the column of \"" + table.name() + "\" with the type of what it is compared with");
        }
        IncrementalNode newLeft = joins.extended(left, leftExpressions).node();
        boolean outer = AsofCondition.isOuter((AsofJoin) join);
        RelDataTypeFactory factory = join.getCluster().getTypeFactory();
        RelDataTypeFactory.Builder row = factory.builder();
        JoinTranslator.add(row, newLeft.rowType(), false, factory);
        JoinTranslator.add(row, join.getRight().getRowType(), outer, factory);
        Traits below = newLeft.traits();
        Traits traits = new Traits(
                Changelog.APPEND,
                below.emission(),
                below.watermarks(),
                below.watermarkLoss(),
                lookupKeys(below, table, keys));
        IncrementalLookupJoin node =
                new IncrementalLookupJoin(newLeft, table, outer, keys, row.build(), traits, position);
        List<RexNode> given = JoinTranslator.given(node, leftCount, leftExpressions.size() - leftCount, rightCount);
        return calcs.project(new Part(node, left.windows()), given, join.getRowType());
    }

    private void requireOnlyAdded(Part left, RelationDefinition table, String remedy) {
        if (left.node().traits().changelog() == Changelog.RETRACT) {
            throw CodedException.of(
                            ErrorCode.NONDET_01,
                            "rows of \"" + table.name()
                                    + "\" are looked up as they are, for rows that can be taken back")
                    .at(position, sql)
                    .hint(remedy);
        }
    }

    /** The rows joined with those that a table of the server has when they come. */
    Part temporal(Part left, Part right, RelationDefinition table) {
        requireOnlyAdded(
                left, table, "join without FOR SYSTEM_TIME AS OF: the result then follows both sides as they change");
        int leftCount = left.node().rowType().getFieldCount();
        JoinCondition parts = JoinCondition.of(
                Expressions.withoutNullabilityCasts(join.getCondition()), JoinRelType.INNER, leftCount, builder);
        if (parts.residual().isPresent()) {
            throw CodedException.unsupported(
                            "a condition other than equality in a join FOR SYSTEM_TIME AS OF the current time")
                    .at(position, sql)
                    .hint("put it in WHERE, or in a subquery over the join");
        }
        List<RexNode> leftExpressions =
                new ArrayList<>(RelationReader.identity(left.node().rowType()));
        List<RexNode> rightExpressions =
                new ArrayList<>(RelationReader.identity(right.node().rowType()));
        List<IncrementalJoin.Key> keys = JoinTranslator.keys(parts.equalities(), leftExpressions, rightExpressions);
        IncrementalNode newLeft = joins.extended(left, leftExpressions).node();
        IncrementalNode newRight = joins.extended(right, rightExpressions).node();
        IncrementalJoin.Kind kind = AsofCondition.isOuter((AsofJoin) join)
                ? IncrementalJoin.Kind.LEFT_TEMPORAL
                : IncrementalJoin.Kind.TEMPORAL;
        Traits below = newLeft.traits();
        List<Integer> compared = keys.stream().map(IncrementalJoin.Key::right).toList();
        boolean one = newRight.traits().keys().stream().anyMatch(compared::containsAll);
        IncrementalJoin node = new IncrementalJoin(
                newLeft,
                newRight,
                kind,
                new IncrementalJoin.Condition(keys, Optional.empty(), IncrementalJoin.TimeBounds.NONE),
                joins.rowType(newLeft, newRight, kind),
                new Traits(
                        Changelog.APPEND,
                        below.emission(),
                        below.watermarks(),
                        below.watermarkLoss(),
                        one ? below.keys() : List.of()),
                position);
        List<RexNode> given = JoinTranslator.given(
                node,
                leftCount,
                leftExpressions.size() - leftCount,
                right.node().rowType().getFieldCount());
        return calcs.project(new Part(node, left.windows()), given, join.getRowType());
    }

    /** The keys of the left side, if no more than one row is found for each. */
    private static List<List<Integer>> lookupKeys(
            Traits below, RelationDefinition table, List<IncrementalJoin.Key> keys) {
        List<String> compared = keys.stream()
                .map(key -> table.columns().get(key.right()).name())
                .toList();
        boolean one = !table.primaryKey().isEmpty() && compared.containsAll(table.primaryKey());
        return one ? below.keys() : List.of();
    }
}
