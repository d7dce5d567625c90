package io.tidemark.planner.lookup;

import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalAsofJoin;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalExpand;
import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalLimit;
import io.tidemark.planner.incremental.IncrementalLookupJoin;
import io.tidemark.planner.incremental.IncrementalMatch;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalOver;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.IncrementalSetOperation;
import io.tidemark.planner.incremental.IncrementalSort;
import io.tidemark.planner.incremental.IncrementalTopN;
import io.tidemark.planner.incremental.IncrementalUnion;

/** Replaces scans, and calcs right above them, leaving the nodes over them as they are. What stands below a node not named here stays too. */
abstract class ScanRewrite {

    final IncrementalNode visit(IncrementalNode node) {
        if (node instanceof IncrementalScan scan) {
            return scan(scan);
        }
        if (node instanceof IncrementalCalc calc) {
            return calc(calc);
        }
        if (node instanceof IncrementalAggregate aggregate) {
            return new IncrementalAggregate(
                    visit(aggregate.input()),
                    aggregate.groupColumns(),
                    aggregate.calls(),
                    aggregate.closingKeys(),
                    aggregate.rowType(),
                    aggregate.traits(),
                    aggregate.position());
        }
        if (node instanceof IncrementalExpand expand) {
            return new IncrementalExpand(
                    visit(expand.input()),
                    expand.groupColumns(),
                    expand.sets(),
                    expand.passed(),
                    expand.rowType(),
                    expand.traits(),
                    expand.position());
        }
        if (node instanceof IncrementalSort sort) {
            return new IncrementalSort(
                    visit(sort.input()), sort.collation(), sort.offset(), sort.fetch(), sort.traits(), sort.position());
        }
        if (node instanceof IncrementalOver over) {
            return over.with(visit(over.input()), over.rowType());
        }
        if (node instanceof IncrementalTopN top) {
            return top.with(visit(top.input()), top.rowType());
        }
        if (node instanceof IncrementalLimit limit) {
            return new IncrementalLimit(
                    visit(limit.input()), limit.offset(), limit.fetch(), limit.traits(), limit.position());
        }
        if (node instanceof IncrementalJoin join) {
            return join.withInputs(visit(join.left()), visit(join.right()));
        }
        if (node instanceof IncrementalAsofJoin join) {
            return join.withInputs(visit(join.left()), visit(join.right()));
        }
        if (node instanceof IncrementalLookupJoin join) {
            return join.with(visit(join.input()), join.rowType());
        }
        if (node instanceof IncrementalMatch match) {
            return new IncrementalMatch(
                    visit(match.input()),
                    match.spec(),
                    match.closing(),
                    match.rowType(),
                    match.traits(),
                    match.position());
        }
        if (node instanceof IncrementalSetOperation operation) {
            return new IncrementalSetOperation(
                    visit(operation.input()),
                    operation.spec(),
                    operation.closingKeys(),
                    operation.rowType(),
                    operation.traits(),
                    operation.position());
        }
        if (node instanceof IncrementalUnion union) {
            return new IncrementalUnion(
                    union.inputs().stream().map(this::visit).toList(),
                    union.rowType(),
                    union.traits(),
                    union.position());
        }
        return node;
    }

    IncrementalNode scan(IncrementalScan scan) {
        return scan;
    }

    IncrementalNode calc(IncrementalCalc calc) {
        return new IncrementalCalc(
                visit(calc.input()),
                calc.condition(),
                calc.projections(),
                calc.rowType(),
                calc.traits(),
                calc.position());
    }
}
