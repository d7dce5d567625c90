package io.tidemark.planner.translate.join;

import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalAsofJoin;
import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalMatch;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalOver;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.IncrementalSession;
import io.tidemark.planner.incremental.IncrementalSetOperation;
import io.tidemark.planner.incremental.IncrementalTopN;

/** Where late rows have been left out: above, no row comes below the watermark of any column that has one. */
public final class LateRows {
    private LateRows() {}

    /** Whether an operator at or below a node has judged lateness on every way that rows take to it. */
    public static boolean areLeftOut(IncrementalNode node) {
        boolean judges = (node instanceof IncrementalAggregate aggregate
                        && !aggregate.closingKeys().isEmpty())
                || (node instanceof IncrementalSession session
                        && session.closing().isPresent())
                || (node instanceof IncrementalSetOperation operation
                        && !operation.closingKeys().isEmpty())
                || (node instanceof IncrementalMatch match && match.closing().isPresent())
                || (node instanceof IncrementalJoin join
                        && !join.traits().watermarks().isEmpty())
                || (node instanceof IncrementalAsofJoin join
                        && join.match().bounds().isPresent())
                || (node instanceof IncrementalOver over
                        && (!over.closing().isEmpty() || over.time().isPresent()))
                || (node instanceof IncrementalTopN top && !top.closing().isEmpty())
                || (node instanceof IncrementalScan scan
                        && !scan.traits().watermarks().isEmpty());
        return judges || (!node.inputs().isEmpty() && node.inputs().stream().allMatch(LateRows::areLeftOut));
    }
}
