package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/** A node of the incremental plan. Its output is a delta (a list of batches of weighted rows) per epoch. */
public sealed interface IncrementalNode
        permits IncrementalAggregate,
                IncrementalAsofJoin,
                IncrementalCalc,
                IncrementalExpand,
                IncrementalJoin,
                IncrementalLimit,
                IncrementalLookupJoin,
                IncrementalMatch,
                IncrementalOver,
                IncrementalScan,
                IncrementalSession,
                IncrementalSetOperation,
                IncrementalSort,
                IncrementalTopN,
                IncrementalUnion,
                IncrementalUnnest,
                IncrementalValues,
                IncrementalWatermark,
                IncrementalWindow {

    /** Names and types of the columns given out. */
    RelDataType rowType();

    /** What is known of the rows given out. */
    Traits traits();

    /** The nodes whose deltas this node takes, in order. */
    List<IncrementalNode> inputs();

    /** Where in the statement the node comes from, for messages and EXPLAIN; a position of zeros where nowhere in particular. */
    SourcePosition position();
}
