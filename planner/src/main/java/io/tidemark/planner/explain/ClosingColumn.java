package io.tidemark.planner.explain;

import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalAsofJoin;
import io.tidemark.planner.incremental.IncrementalMatch;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalOver;
import io.tidemark.planner.incremental.IncrementalSession;
import io.tidemark.planner.incremental.IncrementalSetOperation;
import io.tidemark.planner.incremental.IncrementalTopN;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import java.time.LocalDate;
import java.util.Optional;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The column whose watermark closes the groups of a node that gives rows out when they are final: what such rows wait for.
 *
 * @param name the column's name
 * @param transform how its watermark follows from that of the event time
 * @param date whether its values are days, rather than micros
 */
public record ClosingColumn(String name, WatermarkTransform transform, boolean date) {
    private static final int SEARCH_BITS = 58;

    /** The column that a node's rows wait for; nothing if they don't wait. */
    public static Optional<ClosingColumn> of(IncrementalNode node) {
        if (node.traits().emission() != Emission.FINAL) {
            return Optional.empty();
        }
        if (node instanceof IncrementalAggregate aggregate) {
            return aggregate.closingKeys().stream()
                    .findFirst()
                    .map(key ->
                            column(aggregate.input(), aggregate.groupColumns().get(key.column()), key.transform()));
        }
        if (node instanceof IncrementalMatch match) {
            return match.closing().map(closing -> column(match.input(), match.timeColumn(), closing));
        }
        if (node instanceof IncrementalAsofJoin join) {
            return join.match()
                    .bounds()
                    .filter(bounds -> !join.match().side().isLater())
                    .map(bounds -> column(
                            join.left(), bounds.left().column(), bounds.right().transform()));
        }
        if (node instanceof IncrementalSetOperation operation) {
            return operation.closingKeys().stream()
                    .findFirst()
                    .map(key -> column(operation, key.column(), key.transform()));
        }
        if (node instanceof IncrementalOver over && over.time().isPresent()) {
            return Optional.of(column(
                    over.input(),
                    over.collation().get(0).getFieldIndex(),
                    over.time().get()));
        }
        if (node instanceof IncrementalOver over) {
            return over.closing().stream()
                    .findFirst()
                    .map(key -> column(over.input(), over.partitionColumns().get(key.column()), key.transform()));
        }
        if (node instanceof IncrementalTopN top) {
            return top.closing().stream()
                    .findFirst()
                    .map(key -> column(top.input(), top.partitionColumns().get(key.column()), key.transform()));
        }
        if (node instanceof IncrementalSession session) {
            int end = session.rowType().getFieldCount() - 2;
            return session.traits().watermark(end).map(key -> column(node, end, key.transform()));
        }
        return Optional.empty();
    }

    private static ClosingColumn column(IncrementalNode node, int column, WatermarkTransform transform) {
        boolean date = node.rowType().getFieldList().get(column).getType().getSqlTypeName() == SqlTypeName.DATE;
        return new ClosingColumn(NodeText.columns(node).get(column), transform, date);
    }

    /** A group with this value of the column, in words: {@code window_end 2024-01-01 12:05:00}. */
    public String text(long value) {
        return name + " " + (date ? LocalDate.ofEpochDay(value).toString() : EventTimeText.of(value));
    }

    /** The least event-time watermark, in micros, that closes groups with this value of the column. */
    public long closedAt(long value) {
        long low = -(1L << SEARCH_BITS);
        long high = 1L << SEARCH_BITS;
        while (low < high) {
            long middle = low + (high - low) / 2;
            if (transform.apply(middle) >= value) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
