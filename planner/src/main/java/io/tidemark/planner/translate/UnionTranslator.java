package io.tidemark.planner.translate;

import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalUnion;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;

/** UNION ALL, and what puts the branches of another set operation one behind the other. */
final class UnionTranslator {
    private UnionTranslator() {}

    /** The rows of all inputs; {@code words} are those of the statement. */
    static Part union(List<Part> inputs, RelDataType rowType, SourcePosition position, String words) {
        List<IncrementalNode> nodes = inputs.stream().map(Part::node).toList();
        boolean retracts = nodes.stream().anyMatch(n -> n.traits().changelog() == Changelog.RETRACT);
        boolean early = nodes.stream().anyMatch(n -> n.traits().emission() == Emission.EARLY);
        List<ColumnWatermark> watermarks = new ArrayList<>();
        for (int i = 0; i < rowType.getFieldCount(); i++) {
            int column = i;
            weakest(nodes, column).ifPresent(t -> watermarks.add(new ColumnWatermark(column, t)));
        }
        Traits traits = new Traits(
                retracts ? Changelog.RETRACT : Changelog.APPEND,
                early ? Emission.EARLY : Emission.FINAL,
                watermarks,
                watermarks.isEmpty() ? loss(nodes, words) : Optional.empty(),
                List.of());
        return new Part(new IncrementalUnion(nodes, rowType, traits, position));
    }

    /** The least of the inputs' watermarks for a column: one that is true of every input whatever the watermark is. */
    private static Optional<WatermarkTransform> weakest(List<IncrementalNode> nodes, int column) {
        WatermarkTransform least = null;
        for (IncrementalNode node : nodes) {
            Optional<WatermarkTransform> own = node.traits().watermark(column).map(ColumnWatermark::transform);
            if (own.isEmpty()) {
                return Optional.empty();
            }
            if (least == null || least.equals(own.get())) {
                least = own.get();
            } else if (sameButPlus(least, own.get())) {
                least = least.plusMicros() <= own.get().plusMicros() ? least : own.get();
            } else {
                return Optional.empty();
            }
        }
        return Optional.ofNullable(least);
    }

    private static boolean sameButPlus(WatermarkTransform left, WatermarkTransform right) {
        return left.bucketMicros() == right.bucketMicros()
                && left.bucketOffsetMicros() == right.bucketOffsetMicros()
                && left.unitMicros() == right.unitMicros()
                && left.calendar().equals(right.calendar());
    }

    private static Optional<String> loss(List<IncrementalNode> nodes, String words) {
        for (IncrementalNode node : nodes) {
            if (node.traits().watermarkLoss().isPresent()) {
                return node.traits().watermarkLoss();
            }
        }
        boolean some = nodes.stream().anyMatch(n -> !n.traits().watermarks().isEmpty());
        return some ? Optional.of("no column has a watermark in every input of " + words) : Optional.empty();
    }
}
