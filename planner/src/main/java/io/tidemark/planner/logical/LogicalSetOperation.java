package io.tidemark.planner.logical;

import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.sql.SqlKind;

/**
 * INTERSECT or EXCEPT, ALL or DISTINCT, that knows where in the statement it stands, since Calcite's own have no room for hints.
 *
 * <p><b>Shape</b>: the least restrictive types of the inputs, of which there are two or more.
 */
public final class LogicalSetOperation extends SetOp {
    private final Optional<SourcePosition> position;

    private LogicalSetOperation(
            RelTraitSet traits, List<RelNode> inputs, SqlKind kind, boolean all, Optional<SourcePosition> position) {
        super(inputs.get(0).getCluster(), traits, inputs, kind, all);
        this.position = position;
    }

    /** The same as one of Calcite's, at a place. */
    public static LogicalSetOperation of(SetOp operation, Optional<SourcePosition> position) {
        RelTraitSet traits = operation.getCluster().traitSetOf(Convention.NONE);
        return new LogicalSetOperation(traits, operation.getInputs(), operation.kind, operation.all, position);
    }

    /** Where it stands, if that is known. */
    public Optional<SourcePosition> position() {
        return position;
    }

    @Override
    public SetOp copy(RelTraitSet traits, List<RelNode> inputs, boolean all) {
        return new LogicalSetOperation(traits, inputs, kind, all, position);
    }

    /** The name in EXPLAIN LOGICAL: the word of the statement. */
    @Override
    public String getRelTypeName() {
        return kind == SqlKind.INTERSECT ? "LogicalIntersect" : "LogicalExcept";
    }
}
