package io.tidemark.planner.rule;

import io.tidemark.planner.function.DialectOperators;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalTableFunctionScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Makes a join with the elements of an array of the same row a table function over the rows: it is linear, and needs no join.
 *
 * <p>Before: {@code Correlate($cor0, rows, Uncollect(Project($cor0.a, one row)))}. After: {@code Project(TableFunctionScan(UNNEST($a), rows))}, which
 * gives out the columns of the rows, then the element and its place. UNNEST that is joined with nothing is over one row.
 */
final class UnnestRewrite extends RelHomogeneousShuttle {

    private static final String ARRAY = "$array";

    private UnnestRewrite() {}

    static RelNode rewrite(RelNode plan) {
        return plan.accept(new UnnestRewrite());
    }

    /** The right side of a join: an array, and what is made of its elements. */
    private record Elements(Uncollect uncollect, List<RexNode> columns) {}

    @Override
    public RelNode visit(RelNode other) {
        if (other instanceof Correlate join && elements(join.getRight()) != null) {
            return joined(join, join.getLeft(), join.getRight(), join.getJoinType(), join.getCorrelationId());
        }
        if (other instanceof Join join && elements(join.getRight()) != null) {
            return joined(join, join.getLeft(), join.getRight(), join.getJoinType(), null);
        }
        if (other instanceof Uncollect uncollect) {
            return alone(uncollect);
        }
        return super.visit(other);
    }

    private RelNode joined(
            RelNode join, RelNode left, RelNode right, JoinRelType kind, @Nullable CorrelationId correlation) {
        Elements elements = elements(right);
        if (elements == null || (kind != JoinRelType.INNER && kind != JoinRelType.LEFT)) {
            throw CodedException.unsupported("a join with UNNEST of this form");
        }
        RelNode rows = left.accept(this);
        RexNode array = array(elements.uncollect).accept(new RexShuttle() {
            @Override
            public RexNode visitFieldAccess(RexFieldAccess access) {
                return access.getReferenceExpr() instanceof RexCorrelVariable variable
                                && variable.id.equals(correlation)
                        ? RexInputRef.of(access.getField().getIndex(), rows.getRowType())
                        : super.visitFieldAccess(access);
            }
        });
        int count = rows.getRowType().getFieldCount();
        List<RelDataTypeField> fields = join.getRowType().getFieldList();
        RelNode unnested = unnested(
                rows,
                array,
                elements.uncollect,
                elements.columns.size() == fields.size() - count && isPlain(elements)
                        ? fields.subList(count, fields.size())
                        : elements.uncollect.getRowType().getFieldList(),
                kind == JoinRelType.LEFT);
        int before = unnested.getRowType().getFieldCount()
                - elements.uncollect.getRowType().getFieldCount();
        List<RexNode> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            columns.add(RexInputRef.of(i, unnested.getRowType()));
        }
        elements.columns.forEach(column -> columns.add(shifted(column, before, unnested.getRowType())));
        return LogicalProject.create(unnested, List.of(), columns, join.getRowType(), Set.of());
    }

    /** Whether the elements are given out as they are. */
    private static boolean isPlain(Elements elements) {
        for (int i = 0; i < elements.columns.size(); i++) {
            if (!(elements.columns.get(i) instanceof RexInputRef column) || column.getIndex() != i) {
                return false;
            }
        }
        return elements.columns.size() == elements.uncollect.getRowType().getFieldCount();
    }

    private RelNode alone(Uncollect uncollect) {
        RelNode row = uncollect.getInput().getInput(0);
        RelNode unnested = unnested(
                row, array(uncollect), uncollect, uncollect.getRowType().getFieldList(), false);
        int before =
                unnested.getRowType().getFieldCount() - uncollect.getRowType().getFieldCount();
        List<RexNode> columns = new ArrayList<>();
        for (int i = 0; i < uncollect.getRowType().getFieldCount(); i++) {
            columns.add(RexInputRef.of(before + i, unnested.getRowType()));
        }
        return LogicalProject.create(unnested, List.of(), columns, uncollect.getRowType(), Set.of());
    }

    private static RexNode shifted(RexNode column, int by, RelDataType rowType) {
        return column.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
                return RexInputRef.of(reference.getIndex() + by, rowType);
            }
        });
    }

    /** The rows with their elements; the array is one of their columns, made for it unless it is there. */
    private static RelNode unnested(
            RelNode rows, RexNode array, Uncollect uncollect, List<RelDataTypeField> elements, boolean outer) {
        RexBuilder builder = rows.getCluster().getRexBuilder();
        RelNode input = rows;
        RexNode column = array;
        if (!(array instanceof RexInputRef)) {
            List<RexNode> columns = new ArrayList<>(builder.identityProjects(rows.getRowType()));
            List<String> names = new ArrayList<>(rows.getRowType().getFieldNames());
            columns.add(array);
            names.add(ARRAY);
            input = LogicalProject.create(rows, List.of(), columns, names, Set.of());
            column = RexInputRef.of(columns.size() - 1, input.getRowType());
        }
        RelDataTypeFactory.Builder rowType = rows.getCluster().getTypeFactory().builder();
        rowType.addAll(input.getRowType().getFieldList());
        rowType.addAll(elements);
        RelDataType type = rowType.build();
        RexNode call = builder.makeCall(
                type,
                DialectOperators.UNNEST_ROWS,
                List.of(column, builder.makeLiteral(uncollect.withOrdinality), builder.makeLiteral(outer)));
        return LogicalTableFunctionScan.create(rows.getCluster(), List.of(input), call, null, type, null);
    }

    /** What UNNEST is of. <b>Errors</b>: UNSUPPORTED for several arrays, and for what is no array. */
    private static RexNode array(Uncollect uncollect) {
        List<RexNode> arrays = ((Project) uncollect.getInput()).getProjects();
        boolean isArray = arrays.size() == 1
                && arrays.get(0).getType().getComponentType() != null
                && uncollect.getRowType().getFieldCount() == (uncollect.withOrdinality ? 2 : 1);
        if (!isArray) {
            throw CodedException.unsupported("UNNEST of anything but one array");
        }
        return arrays.get(0);
    }

    private static @Nullable Elements elements(RelNode right) {
        if (right instanceof Uncollect uncollect
                && uncollect.getInput() instanceof Project project
                && project.getInput() instanceof Values) {
            List<RexNode> columns =
                    new ArrayList<>(right.getCluster().getRexBuilder().identityProjects(uncollect.getRowType()));
            return new Elements(uncollect, columns);
        }
        if (right instanceof Project project && project.getInput() instanceof Uncollect) {
            Elements below = elements(project.getInput());
            return below == null ? null : new Elements(below.uncollect, project.getProjects());
        }
        return null;
    }
}
