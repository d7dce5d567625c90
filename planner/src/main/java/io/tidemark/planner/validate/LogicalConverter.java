package io.tidemark.planner.validate;

import io.tidemark.planner.function.DialectConvertlets;
import io.tidemark.planner.function.ScalarFunctions;
import io.tidemark.planner.logical.LogicalMatchRecognize;
import io.tidemark.planner.logical.LogicalSetOperation;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Match;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.hint.Hintable;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rel.logical.LogicalTableFunctionScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlMatchRecognize;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's converter of trees to logical operators, which besides notes where operators come from and leaves it to a {@link Relations} what a
 * relation becomes.
 */
final class LogicalConverter extends SqlToRelConverter {
    private final Relations relations;
    private final Optional<SourcePosition> fixedPosition;
    private final Deque<SqlJoin> joins = new ArrayDeque<>();
    private @Nullable SqlNode from;

    /** Says what a relation becomes. */
    interface Relations {
        /** The operators that give a relation's rows; the position is that of its name. */
        RelNode rel(RelOptTable table, Optional<SourcePosition> position);
    }

    /** Makes a converter; with {@code fixedPosition} every operator gets that one, as inside a view. */
    LogicalConverter(
            DialectValidator validator,
            Prepare.CatalogReader reader,
            RelOptCluster cluster,
            Relations relations,
            Optional<SourcePosition> fixedPosition) {
        super(
                (rowType, text, schemaPath, viewPath) -> {
                    throw CodedException.internal("a view was expanded twice");
                },
                validator,
                reader,
                cluster,
                LogicalConverter::convertlet,
                SqlToRelConverter.config()
                        .withExpand(false)
                        .withTrimUnusedFields(false)
                        .withDecorrelationEnabled(false)
                        .withInSubQueryThreshold(Integer.MAX_VALUE)
                        .withHintStrategyTable(NodePosition.STRATEGIES)
                        .withRelBuilderConfigTransform(
                                config -> config.withSimplify(false).withPushJoinCondition(false)));
        this.relations = relations;
        this.fixedPosition = fixedPosition;
    }

    @Override
    protected void convertFrom(Blackboard bb, @Nullable SqlNode node, @Nullable List<String> names) {
        if (node instanceof SqlIdentifier) {
            from = node;
        }
        if (node instanceof SqlJoin join) {
            if (join.getJoinType().generatesNullsOnLeft() && isLateral(join.getRight())) {
                throw CodedException.unsupported(join.getJoinType() + " JOIN with LATERAL")
                        .at(position(place(join)).orElse(SourcePosition.at(1, 1)))
                        .hint("the right side hangs on rows of the left one: use JOIN or LEFT JOIN");
            }
            joins.push(join);
            super.convertFrom(bb, node, names);
            joins.pop();
        } else {
            super.convertFrom(bb, node, names);
        }
    }

    private static boolean isLateral(SqlNode node) {
        return SqlUtil.stripAs(node).getKind() == SqlKind.LATERAL;
    }

    @Override
    protected RelNode createJoin(Blackboard bb, RelNode left, RelNode right, RexNode condition, JoinRelType type) {
        RelNode join = super.createJoin(bb, left, right, condition, type);
        SqlJoin written = joins.peek();
        return join instanceof Join && written != null ? positioned(join, position(place(written))) : join;
    }

    @Override
    protected RelNode createAsofJoin(
            SqlParserPos pos,
            Blackboard bb,
            RelNode left,
            RelNode right,
            RexNode condition,
            RexNode match,
            JoinRelType type) {
        RelNode join = super.createAsofJoin(pos, bb, left, right, condition, match, type);
        SqlJoin written = joins.peek();
        return written == null ? join : positioned(join, position(place(written)));
    }

    /** The words that make it a join; of a comma, what stands behind it. */
    private static SqlParserPos place(SqlJoin join) {
        return join.getJoinType() == JoinType.COMMA
                ? join.getRight().getParserPosition()
                : join.getJoinTypeNode().getParserPosition();
    }

    /** The rows of VALUES are converted to a target's types here already, but not to lengths: those are checked when they are assigned. */
    @Override
    protected RelRoot convertQueryRecursive(SqlNode query, boolean top, @Nullable RelDataType targetRowType) {
        RelDataType target =
                query.getKind() == SqlKind.VALUES && targetRowType != null ? unlimited(targetRowType) : targetRowType;
        return super.convertQueryRecursive(query, top, target);
    }

    private RelDataType unlimited(RelDataType rowType) {
        RelDataTypeFactory.Builder unlimited = typeFactory.builder();
        for (RelDataTypeField field : rowType.getFieldList()) {
            unlimited.add(field.getName(), Casts.unlimited(field.getType(), typeFactory));
        }
        return unlimited.build();
    }

    @Override
    public RelNode toRel(RelOptTable table, List<RelHint> hints) {
        return relations.rel(table, position(from == null ? SqlParserPos.ZERO : from.getParserPosition()));
    }

    @Override
    protected RelNode createAggregate(
            Blackboard bb,
            ImmutableBitSet groups,
            com.google.common.collect.ImmutableList<ImmutableBitSet> sets,
            List<AggregateCall> calls) {
        RelNode aggregate = super.createAggregate(bb, groups, sets, calls);
        return positioned(aggregate, position(groupPosition(bb.scope.getNode(), calls)));
    }

    @Override
    protected void convertMatchRecognize(Blackboard bb, SqlMatchRecognize match) {
        super.convertMatchRecognize(bb, match);
        if (bb.root instanceof Match converted) {
            bb.setRoot(LogicalMatchRecognize.of(converted, position(match.getParserPosition())), true);
        }
    }

    @Override
    protected RelNode convertSetOp(SqlCall call) {
        RelNode rel = super.convertSetOp(call);
        return rel instanceof SetOp operation && operation.kind != SqlKind.UNION
                ? LogicalSetOperation.of(operation, position(call.getParserPosition()))
                : rel;
    }

    @Override
    protected void convertCollectionTable(Blackboard bb, SqlCall call) {
        super.convertCollectionTable(bb, call);
        if (bb.root instanceof LogicalTableFunctionScan scan && scan.getCall() instanceof RexCall function) {
            SourcePosition fixed = fixedPosition.orElse(null);
            SqlParserPos place = fixed == null
                    ? call.getParserPosition()
                    : new SqlParserPos(fixed.line(), fixed.column(), fixed.endLine(), fixed.endColumn());
            RexNode positioned =
                    rexBuilder.makeCall(place, function.getType(), function.getOperator(), function.getOperands());
            bb.setRoot(
                    LogicalTableFunctionScan.create(
                            cluster,
                            scan.getInputs(),
                            positioned,
                            scan.getElementType(),
                            scan.getRowType(),
                            scan.getColumnMappings()),
                    true);
        }
    }

    @Override
    protected void convertOrder(
            SqlSelect select,
            Blackboard bb,
            RelCollation collation,
            List<SqlNode> orderExpressions,
            @Nullable SqlNode offset,
            @Nullable SqlNode fetch) {
        super.convertOrder(select, bb, collation, orderExpressions, offset, fetch);
        SqlNode place = fetch == null ? offset : fetch;
        if (bb.root instanceof Sort && place != null) {
            bb.setRoot(positioned(bb.root, position(place.getParserPosition())), false);
        }
    }

    /**
     * Of several subqueries in HAVING, Calcite looks at the first for columns of the query around it, and fails on the others'.
     */
    @Override
    protected void convertAgg(Blackboard bb, SqlSelect select, List<SqlNode> orderExpressions, List<SqlNode> measures) {
        try {
            super.convertAgg(bb, select, orderExpressions, measures);
        } catch (AssertionError | ClassCastException | IndexOutOfBoundsException failed) {
            SqlNode having = select.getHaving();
            if (having == null || !asks(having)) {
                throw failed;
            }
            throw position(having.getParserPosition())
                    .map(CodedException.unsupported("HAVING with subqueries of this form")::at)
                    .orElseThrow();
        }
    }

    private static boolean asks(SqlNode having) {
        boolean[] found = {false};
        having.accept(new SqlBasicVisitor<Void>() {
            @Override
            public @Nullable Void visit(SqlCall call) {
                found[0] |= call.isA(SqlKind.QUERY);
                return super.visit(call);
            }
        });
        return found[0];
    }

    private static RelNode positioned(RelNode rel, Optional<SourcePosition> position) {
        if (!(rel instanceof Hintable hintable) || position.isEmpty()) {
            return rel;
        }
        List<RelHint> hints = new ArrayList<>(hintable.getHints());
        hints.add(NodePosition.hint(position.get()));
        return hintable.withHints(hints);
    }

    private Optional<SourcePosition> position(SqlParserPos pos) {
        return fixedPosition.isPresent() ? fixedPosition : Positions.of(pos);
    }

    private static SqlParserPos groupPosition(SqlNode scopeNode, List<AggregateCall> calls) {
        if (scopeNode instanceof SqlSelect select) {
            SqlNodeList group = select.getGroup();
            if (group != null && !group.isEmpty()) {
                return SqlParserPos.sum(
                        group.getList().stream().map(SqlNode::getParserPosition).toList());
            }
            if (select.isDistinct()) {
                return select.getSelectList().getParserPosition();
            }
        }
        return calls.isEmpty() ? scopeNode.getParserPosition() : calls.get(0).getParserPosition();
    }

    private static @Nullable SqlRexConvertlet convertlet(SqlCall call) {
        SqlRexConvertlet standard = DialectConvertlets.INSTANCE.get(call);
        return call.getKind() != SqlKind.SAFE_CAST
                ? standard
                : (context, cast) -> context.getRexBuilder()
                        .makeCall(
                                context.getValidator().getValidatedNodeType(cast),
                                ScalarFunctions.TRY_CAST,
                                List.of(context.convertExpression(cast.operand(0))));
    }
}
