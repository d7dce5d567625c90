package io.tidemark.planner;

import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalAsofJoin;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalMatch;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalOver;
import io.tidemark.planner.incremental.IncrementalSetOperation;
import io.tidemark.planner.incremental.IncrementalTopN;
import io.tidemark.planner.incremental.trait.Changelog;

/** Whether a row may go away without another of its key in its place. */
final class Deletes {
    private Deletes() {}

    static boolean possible(IncrementalNode node) {
        if (node.traits().changelog() == Changelog.APPEND) {
            return false;
        }
        if (node instanceof IncrementalAggregate aggregate) {
            return !aggregate.groupColumns().isEmpty()
                    && aggregate.input().traits().changelog() == Changelog.RETRACT;
        }
        if (node instanceof IncrementalSetOperation || node instanceof IncrementalMatch) {
            return true;
        }
        if (node instanceof IncrementalAsofJoin join) {
            // Another match takes the place of the one that goes, unless there is none.
            return !join.match().outer() || join.traits().keys().isEmpty() || possible(join.left());
        }
        if (node instanceof IncrementalOver over) {
            return over.traits().keys().isEmpty() || over.input().traits().changelog() == Changelog.RETRACT;
        }
        if (node instanceof IncrementalTopN top) {
            // Where rows only come, another row of a partition and rank takes the place of the one that goes.
            boolean keyed = top.isOneRow() || (top.numbered() && top.ranking() == IncrementalTopN.Ranking.ROW_NUMBER);
            return !keyed || top.input().traits().changelog() == Changelog.RETRACT;
        }
        if (node instanceof IncrementalCalc calc) {
            return calc.condition().isPresent() || calc.traits().keys().isEmpty() || possible(calc.input());
        }
        return node.inputs().isEmpty() || node.inputs().stream().anyMatch(Deletes::possible);
    }
}
