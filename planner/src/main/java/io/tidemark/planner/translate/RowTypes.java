package io.tidemark.planner.translate;

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
import io.tidemark.planner.incremental.IncrementalSession;
import io.tidemark.planner.incremental.IncrementalSetOperation;
import io.tidemark.planner.incremental.IncrementalSort;
import io.tidemark.planner.incremental.IncrementalTopN;
import io.tidemark.planner.incremental.IncrementalUnion;
import io.tidemark.planner.incremental.IncrementalUnnest;
import io.tidemark.planner.incremental.IncrementalValues;
import io.tidemark.planner.incremental.IncrementalWatermark;
import io.tidemark.planner.incremental.IncrementalWindow;
import org.apache.calcite.rel.type.RelDataType;

/** Gives a node other column names. */
final class RowTypes {
    private RowTypes() {}

    /** The same node with a row type that differs in names, or says that fewer columns can be null. */
    static IncrementalNode renamed(IncrementalNode node, RelDataType type) {
        if (node.rowType().equals(type)) {
            return node;
        }
        if (node instanceof IncrementalScan
                || node instanceof IncrementalWatermark
                || node instanceof IncrementalExpand) {
            return new IncrementalCalc(
                    node,
                    java.util.Optional.empty(),
                    RelationReader.identity(node.rowType()),
                    type,
                    node.traits(),
                    node.position());
        }
        if (node instanceof IncrementalCalc n) {
            return new IncrementalCalc(n.input(), n.condition(), n.projections(), type, n.traits(), n.position());
        }
        if (node instanceof IncrementalAggregate n) {
            return new IncrementalAggregate(
                    n.input(), n.groupColumns(), n.calls(), n.closingKeys(), type, n.traits(), n.position());
        }
        if (node instanceof IncrementalWindow n) {
            return new IncrementalWindow(n.input(), n.window(), type, n.traits(), n.position());
        }
        if (node instanceof IncrementalSession n) {
            return new IncrementalSession(n.input(), n.window(), n.closing(), type, n.traits(), n.position());
        }
        if (node instanceof IncrementalJoin n) {
            return n.withRowType(type);
        }
        if (node instanceof IncrementalAsofJoin n) {
            return n.withRowType(type);
        }
        if (node instanceof IncrementalLookupJoin n) {
            return n.with(n.input(), type);
        }
        if (node instanceof IncrementalMatch n) {
            return new IncrementalMatch(n.input(), n.spec(), n.closing(), type, n.traits(), n.position());
        }
        if (node instanceof IncrementalSetOperation n) {
            return new IncrementalSetOperation(n.input(), n.spec(), n.closingKeys(), type, n.traits(), n.position());
        }
        if (node instanceof IncrementalUnion n) {
            return new IncrementalUnion(n.inputs(), type, n.traits(), n.position());
        }
        if (node instanceof IncrementalUnnest n) {
            return n.withRowType(type);
        }
        if (node instanceof IncrementalValues n) {
            return new IncrementalValues(n.rows(), type, n.traits(), n.position());
        }
        if (node instanceof IncrementalOver n) {
            return n.with(n.input(), type);
        }
        if (node instanceof IncrementalTopN n) {
            return n.with(n.input(), type);
        }
        if (node instanceof IncrementalLimit n) {
            return new IncrementalLimit(renamed(n.input(), type), n.offset(), n.fetch(), n.traits(), n.position());
        }
        IncrementalSort sort = (IncrementalSort) node;
        return new IncrementalSort(
                renamed(sort.input(), type),
                sort.collation(),
                sort.offset(),
                sort.fetch(),
                sort.traits(),
                sort.position());
    }
}
