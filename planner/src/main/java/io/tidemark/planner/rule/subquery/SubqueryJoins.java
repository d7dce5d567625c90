package io.tidemark.planner.rule.subquery;

import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Joins the rows of one query block with its subqueries: a subquery whose value is needed adds columns to every row, one that a row must meet takes
 * rows away. The block's own columns stay where they are.
 */
final class SubqueryJoins {
    private final OuterRow outer;
    private final RexBuilder builder;
    private final int width;
    private final Map<RexSubQuery, RexNode> values = new LinkedHashMap<>();
    private RelNode rows;

    /** Starts with the rows of a block, which its subqueries know as {@code outer}. */
    SubqueryJoins(RelNode rows, OuterRow outer) {
        this.rows = rows;
        this.outer = outer;
        this.builder = rows.getCluster().getRexBuilder();
        this.width = rows.getRowType().getFieldCount();
    }

    /** The rows with what has been added to them. */
    RelNode rows() {
        return rows;
    }

    /** Puts the rows through something that keeps their columns. */
    void replace(RelNode other) {
        rows = other;
    }

    /** The rows with their own columns alone. */
    RelNode ownColumns() {
        if (rows.getRowType().getFieldCount() == width) {
            return rows;
        }
        List<RexNode> columns = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            columns.add(builder.makeInputRef(rows, i));
        }
        return LogicalProject.create(
                rows, List.of(), columns, rows.getRowType().getFieldNames().subList(0, width), Set.of());
    }

    /** Adds what a subquery gives for each row, and returns it. */
    RexNode value(RexSubQuery query) {
        RexNode known = values.get(query);
        if (known == null) {
            RexNode found = switch (query.getKind()) {
                case SCALAR_QUERY -> scalar(query);
                case EXISTS, IN, SOME -> mark(query);
                default -> throw CodedException.unsupported("a subquery in " + query.getKind());
            };
            known = found.getType().equals(query.getType()) ? found : builder.ensureType(query.getType(), found, true);
            values.put(query, known);
        }
        return known;
    }

    /** Keeps the rows for which EXISTS, IN or a comparison with SOME is true. */
    void keepWhere(RexSubQuery query) {
        FlatQuery flat = existence(query);
        if (flat.one()) {
            keep(ofOneRow(query, flat));
        } else {
            join(flat, JoinRelType.SEMI, condition(query, flat, false));
        }
    }

    /** Keeps the rows for which EXISTS, IN or a comparison with SOME is false. */
    void keepWhereNot(RexSubQuery query) {
        FlatQuery flat = existence(query);
        if (flat.one()) {
            keep(builder.makeCall(SqlStdOperatorTable.NOT, ofOneRow(query, flat)));
        } else if (query.getType().isNullable()) {
            keep(builder.makeCall(SqlStdOperatorTable.NOT, value(query)));
        } else {
            join(flat, JoinRelType.ANTI, condition(query, flat, false));
        }
    }

    /** Adds a mark that tells whether an expression equals the one column of a row that belongs to the block's, and returns it. */
    RexNode addMark(FlatQuery flat, RexNode equal) {
        List<RexNode> parts = new ArrayList<>();
        flat.on().forEach(part -> parts.add(Conditions.isTrue(joined(part), builder)));
        RexNode same = builder.makeCall(
                SqlStdOperatorTable.EQUALS, equal, joined(flat.outputs().get(0)));
        parts.add(Conditions.isTrue(same, builder));
        join(flat, JoinRelType.LEFT_MARK, RexUtil.composeConjunction(builder, parts));
        return builder.makeInputRef(rows, rows.getRowType().getFieldCount() - 1);
    }

    /** Adds the columns of what has one row for each of the block's, or of a LEFT JOIN at most one, and returns them. */
    List<RexNode> addColumns(FlatQuery flat, JoinRelType kind) {
        int before = rows.getRowType().getFieldCount();
        List<RexNode> on = flat.on().stream().map(this::joined).toList();
        join(flat, kind, RexUtil.composeConjunction(builder, on));
        List<RexNode> columns = new ArrayList<>();
        for (RexNode output : flat.outputs()) {
            columns.add(builder.makeInputRef(rows, before + ((RexInputRef) output).getIndex()));
        }
        return columns;
    }

    /** Joins the rows with all rows of a subquery, and returns the subquery's columns. */
    List<RexNode> rowsOf(RelNode query, JoinRelType kind) {
        FlatQuery flat = CorrelationFlattening.of(query, outer)
                .orElseGet(() -> DomainUnnesting.unnest(query, ownColumns(), outer));
        if (!flat.one() && kind == JoinRelType.INNER) {
            List<RexNode> on = flat.on().stream().map(this::joined).toList();
            List<RexNode> outputs = flat.outputs().stream().map(this::joined).toList();
            join(flat, kind, RexUtil.composeConjunction(builder, on));
            return outputs;
        }
        FlatQuery marked = flat.one() ? flat : withNullableOutputs(flat);
        Joined joined = leftJoin(marked);
        if (kind == JoinRelType.INNER && !joined.having().isEmpty()) {
            keep(RexUtil.composeConjunction(builder, joined.having()));
            return joined.outputs();
        }
        return joined.outputs().stream()
                .map(output -> onlyHaving(output, joined.having()))
                .toList();
    }

    private void keep(RexNode condition) {
        rows = org.apache.calcite.rel.logical.LogicalFilter.create(rows, condition);
    }

    private FlatQuery existence(RexSubQuery query) {
        return CorrelationFlattening.ofExistence(query.rel, query.getKind() == SqlKind.EXISTS, outer)
                .orElseGet(() -> DomainUnnesting.unnest(query.rel, ownColumns(), outer));
    }

    private RexNode mark(RexSubQuery query) {
        FlatQuery flat = existence(query);
        if (flat.one()) {
            return ofOneRow(query, flat);
        }
        Optional<RexNode> counted =
                query.getType().isNullable() ? NullAwareMark.of(query, flat, this, outer) : Optional.empty();
        if (counted.isPresent()) {
            return counted.get();
        }
        join(flat, JoinRelType.LEFT_MARK, condition(query, flat, true));
        RexNode mark = builder.makeInputRef(rows, rows.getRowType().getFieldCount() - 1);
        return query.getType().isNullable() ? mark : Conditions.isTrue(mark, builder);
    }

    /** What EXISTS, IN or SOME is where the subquery has one row for each outer one, or HAVING takes it away. */
    private RexNode ofOneRow(RexSubQuery query, FlatQuery flat) {
        Joined joined = leftJoin(flat);
        List<RexNode> parts = new ArrayList<>();
        joined.having().forEach(part -> parts.add(Conditions.isTrue(part, builder)));
        parts.addAll(comparison(query, joined.outputs()));
        return RexUtil.composeConjunction(builder, parts);
    }

    /**
     * The condition under which a row of the subquery counts.
     *
     * @param marks whether it makes a difference that it is unknown; what decides whether a row is one of the subquery's is then made FALSE
     */
    private RexNode condition(RexSubQuery query, FlatQuery flat, boolean marks) {
        List<RexNode> parts = new ArrayList<>();
        for (RexNode part : flat.on()) {
            RexNode over = joined(part);
            parts.add(marks ? Conditions.isTrue(over, builder) : over);
        }
        parts.addAll(comparison(query, flat.outputs().stream().map(this::joined).toList()));
        return RexUtil.composeConjunction(builder, parts);
    }

    /** An expression over the block's row and a subquery's, once these stand side by side. */
    private RexNode joined(RexNode expression) {
        int before = rows.getRowType().getFieldCount();
        return outer.replaced(Conditions.shifted(expression, before), i -> builder.makeInputRef(rows, i));
    }

    private List<RexNode> comparison(RexSubQuery query, List<RexNode> outputs) {
        List<RexNode> parts = new ArrayList<>();
        for (int i = 0; i < query.getOperands().size(); i++) {
            SqlKind kind =
                    query.getOperator() instanceof SqlQuantifyOperator some ? some.comparisonKind : SqlKind.EQUALS;
            RexNode operand = query.getOperands().get(i).accept(new SubqueryValues(this));
            parts.add(builder.makeCall(RelOptUtil.op(kind, SqlStdOperatorTable.EQUALS), operand, outputs.get(i)));
        }
        return parts;
    }

    private void join(FlatQuery flat, JoinRelType kind, RexNode condition) {
        rows = LogicalJoin.create(rows, flat.rows(), List.of(), condition, Set.of(), kind);
    }

    /** What a subquery's columns are after its join. */
    private record Joined(List<RexNode> having, List<RexNode> outputs) {}

    /** Adds a subquery with at most one row for each of the block. */
    private Joined leftJoin(FlatQuery flat) {
        List<RexNode> on = flat.on().stream().map(this::joined).toList();
        List<RexNode> having = flat.having().stream().map(this::joined).toList();
        List<RexNode> outputs = flat.outputs().stream().map(this::joined).toList();
        join(flat, JoinRelType.LEFT, RexUtil.composeConjunction(builder, on));
        return new Joined(
                having.stream().map(this::nullable).toList(),
                outputs.stream().map(this::nullable).toList());
    }

    /** An expression over the joined rows, whose right columns may be NULL. */
    private RexNode nullable(RexNode expression) {
        return Substitution.of(expression, builder.identityProjects(rows.getRowType()), builder);
    }

    private RexNode scalar(RexSubQuery query) {
        RelMetadataQuery metadata = query.rel.getCluster().getMetadataQuery();
        Double most = metadata.getMaxRowCount(query.rel);
        boolean single = most != null && most <= 1;
        if (!outer.isIn(query.rel)) {
            return independent(query, single);
        }
        Optional<FlatQuery> flat = CorrelationFlattening.of(query.rel, outer)
                .filter(found -> found.one() || single || isUnique(found, metadata));
        if (flat.isPresent()) {
            return scalar(flat.get());
        }
        FlatQuery rowsOfDomain = DomainUnnesting.unnest(query.rel, ownColumns(), outer);
        return scalar(single ? rowsOfDomain : singleOf(rowsOfDomain));
    }

    private RexNode scalar(FlatQuery flat) {
        FlatQuery marked = flat.one() ? flat : withNullableOutputs(flat);
        Joined joined = leftJoin(marked);
        return onlyHaving(joined.outputs().get(0), joined.having());
    }

    private RexNode onlyHaving(RexNode output, List<RexNode> having) {
        return having.isEmpty() ? output : onlyWhere(RexUtil.composeConjunction(builder, having), output);
    }

    private RexNode onlyWhere(RexNode condition, RexNode output) {
        return builder.makeCall(SqlStdOperatorTable.CASE, condition, output, builder.makeNullLiteral(output.getType()));
    }

    /** Where an output is not NULL by itself if no row belongs to the outer one, the rows get a column to tell by. */
    private FlatQuery withNullableOutputs(FlatQuery flat) {
        if (flat.outputs().stream().allMatch(RexInputRef.class::isInstance)) {
            return flat;
        }
        List<RexNode> columns =
                new ArrayList<>(builder.identityProjects(flat.rows().getRowType()));
        columns.add(builder.makeLiteral(true));
        RelNode marked = LogicalProject.create(
                flat.rows(), List.of(), columns, Collections.nCopies(columns.size(), null), Set.of());
        RexNode present = builder.makeInputRef(
                builder.getTypeFactory()
                        .createTypeWithNullability(
                                columns.get(columns.size() - 1).getType(), true),
                columns.size() - 1);
        RexNode isPresent = builder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, present);
        List<RexNode> outputs = new ArrayList<>();
        for (RexNode output : flat.outputs()) {
            outputs.add(output instanceof RexInputRef ? output : onlyWhere(isPresent, output));
        }
        return flat.withRows(marked).withOutputs(outputs);
    }

    /** A subquery that is the same for every row: one row of its own, joined to all. */
    private RexNode independent(RexSubQuery query, boolean single) {
        RelMetadataQuery metadata = query.rel.getCluster().getMetadataQuery();
        Double least = metadata.getMinRowCount(query.rel);
        boolean always = single && least != null && least >= 1;
        RelNode one = single ? query.rel : single(query.rel, ImmutableBitSet.of(), 0);
        int column = rows.getRowType().getFieldCount();
        JoinRelType kind = always || !single ? JoinRelType.INNER : JoinRelType.LEFT;
        rows = LogicalJoin.create(rows, one, List.of(), builder.makeLiteral(true), Set.of(), kind);
        return builder.makeInputRef(rows, column);
    }

    /** For each domain value the one row that there may be; more are an error at the end of an epoch. */
    private FlatQuery singleOf(FlatQuery flat) {
        int domain = flat.on().size();
        RelNode one = single(flat.rows(), ImmutableBitSet.range(domain), domain);
        return flat.withRows(one).withOutputs(List.of(builder.makeInputRef(one, domain)));
    }

    private static RelNode single(RelNode query, ImmutableBitSet groups, int column) {
        AggregateCall call = AggregateCall.create(
                SqlStdOperatorTable.SINGLE_VALUE,
                false,
                false,
                false,
                List.of(),
                List.of(column),
                -1,
                null,
                org.apache.calcite.rel.RelCollations.EMPTY,
                groups.isEmpty(),
                query,
                null,
                null);
        return LogicalAggregate.create(query, List.of(), groups, null, List.of(call));
    }

    /** Whether the equalities with the outer row leave at most one row. */
    private boolean isUnique(FlatQuery flat, RelMetadataQuery metadata) {
        ImmutableBitSet.Builder columns = ImmutableBitSet.builder();
        for (RexNode condition : flat.on()) {
            Conditions.matching(condition, outer)
                    .map(Conditions.Matching::inner)
                    .filter(RexInputRef.class::isInstance)
                    .ifPresent(inner -> columns.set(((RexInputRef) inner).getIndex()));
        }
        return Boolean.TRUE.equals(metadata.areColumnsUnique(flat.rows(), columns.build()));
    }
}
