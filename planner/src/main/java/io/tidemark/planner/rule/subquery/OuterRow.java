package io.tidemark.planner.rule.subquery;

import io.tidemark.planner.validate.NodePosition;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * The row for which a subquery is computed.
 *
 * @param names all the names by which the subquery knows the row
 * @param first how many columns the subquery thinks to be before the row's first one
 */
record OuterRow(Set<CorrelationId> names, int first) {

    OuterRow {
        names = Set.copyOf(names);
    }

    /** Whether an expression uses a column of the row. */
    boolean isIn(RexNode expression) {
        boolean[] found = {false};
        expression.accept(new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitFieldAccess(RexFieldAccess access) {
                found[0] |= isColumn(access);
                return super.visitFieldAccess(access);
            }
        });
        return found[0];
    }

    /** Whether a subquery, or one inside it, uses a column of the row. */
    boolean isIn(RelNode query) {
        return !columns(query).isEmpty();
    }

    /** The columns of the row that a subquery, or one inside it, uses. */
    ImmutableBitSet columns(RelNode query) {
        ImmutableBitSet columns = ImmutableBitSet.of();
        for (CorrelationId name : names) {
            columns = columns.union(RelOptUtil.correlationColumns(name, query));
        }
        return columns.shift(-first);
    }

    /** A column of the row, as the subquery names it. */
    RexNode column(RelNode rows, int index) {
        RexBuilder builder = rows.getCluster().getRexBuilder();
        RelDataTypeFactory.Builder type = builder.getTypeFactory().builder();
        for (int i = 0; i < first; i++) {
            type.add("before#" + i, SqlTypeName.BOOLEAN);
        }
        type.addAll(rows.getRowType().getFieldList());
        CorrelationId name = names.iterator().next();
        return builder.makeFieldAccess(builder.makeCorrel(type.build(), name), first + index);
    }

    /** An expression with something else in place of each column of the row. */
    RexNode replaced(RexNode expression, IntFunction<RexNode> columns) {
        return expression.accept(replacing(columns));
    }

    /** What puts something else in place of each column of the row. */
    RexShuttle replacing(IntFunction<RexNode> columns) {
        return new RexShuttle() {
            @Override
            public RexNode visitFieldAccess(RexFieldAccess access) {
                return isColumn(access)
                        ? columns.apply(access.getField().getIndex() - first)
                        : super.visitFieldAccess(access);
            }
        };
    }

    /**
     * Checks that a subquery means the columns of a row with the given types. <b>Errors</b>: UNSUPPORTED if it doesn't, as where a subquery in HAVING names
     * columns from inside another one.
     */
    void check(RelNode query, RelDataType row) {
        query.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode other) {
                RelNode below = super.visit(other);
                below.accept(new RexShuttle() {
                    @Override
                    public RexNode visitFieldAccess(RexFieldAccess access) {
                        if (isColumn(access) && !isOf(access, row)) {
                            throw refused(query);
                        }
                        return super.visitFieldAccess(access);
                    }
                });
                return below;
            }
        });
    }

    private static boolean isOf(RexFieldAccess access, RelDataType row) {
        RelDataType named = access.getReferenceExpr().getType();
        int index = access.getField().getIndex();
        return named.getFieldCount() == row.getFieldCount()
                && SqlTypeUtil.equalSansNullability(
                        row.getFieldList().get(index).getType(), access.getType());
    }

    /** What to say of a subquery that can't be made a join. */
    static CodedException refused(RelNode query) {
        return CodedException.unsupported("a subquery that depends in this way on the query around it")
                .at(NodePosition.within(query).orElse(SourcePosition.at(1, 1)));
    }

    private boolean isColumn(RexFieldAccess access) {
        return access.getReferenceExpr() instanceof RexCorrelVariable variable && names.contains(variable.id);
    }
}
