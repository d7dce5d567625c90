package io.tidemark.planner.logical;

import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Match;

/** MATCH_RECOGNIZE, that knows where in the statement it stands. */
public final class LogicalMatchRecognize extends Match {
    private final Optional<SourcePosition> position;

    private LogicalMatchRecognize(Match match, RelTraitSet traits, RelNode input, Optional<SourcePosition> position) {
        super(
                match.getCluster(),
                traits,
                input,
                match.getRowType(),
                match.getPattern(),
                match.isStrictStart(),
                match.isStrictEnd(),
                match.getPatternDefinitions(),
                match.getMeasures(),
                match.getAfter(),
                match.getSubsets(),
                match.isAllRows(),
                match.getPartitionKeys(),
                match.getOrderKeys(),
                match.getInterval());
        this.position = position;
    }

    /** The same as one of Calcite's, at a place. */
    public static LogicalMatchRecognize of(Match match, Optional<SourcePosition> position) {
        return new LogicalMatchRecognize(match, match.getTraitSet(), match.getInput(), position);
    }

    /** Where it stands, if that is known. */
    public Optional<SourcePosition> position() {
        return position;
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new LogicalMatchRecognize(this, traits, inputs.get(0), position);
    }
}
