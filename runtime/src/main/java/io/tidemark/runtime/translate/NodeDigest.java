package io.tidemark.runtime.translate;

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
import io.tidemark.sql.error.CodedException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.calcite.rex.RexNode;

/**
 * Names operators in checkpoints: by their kind, their path from the root and a hash of what the subtree computes. The name changes if what the
 * operator's state means could have changed, and not if the statement is only laid out differently.
 */
final class NodeDigest {

    private static final int HASH_BYTES = 8;

    private NodeDigest() {}

    static String id(IncrementalNode node, String path) {
        return stem(node) + "@" + path + "#" + hash(text(node));
    }

    private static String stem(IncrementalNode node) {
        return node.getClass().getSimpleName().replace("Incremental", "").toLowerCase(Locale.ROOT);
    }

    private static String text(IncrementalNode node) {
        String inputs = node.inputs().stream().map(NodeDigest::text).collect(Collectors.joining(",", "[", "]"));
        return stem(node) + "(" + content(node) + "):" + node.rowType().getFullTypeString() + inputs;
    }

    /** Whether the content of a node is all that tells it from another one of its kind. */
    static boolean isKnown(IncrementalNode node) {
        return node instanceof IncrementalUnion || !content(node).isEmpty();
    }

    /** What a node computes, but for its inputs and types. */
    static String content(IncrementalNode node) {
        if (node instanceof IncrementalScan scan) {
            return scan.relation().name().folded() + " " + scan.columns();
        } else if (node instanceof IncrementalCalc calc) {
            return calc.condition() + " " + calc.projections();
        } else if (node instanceof IncrementalWatermark watermark) {
            return watermark.timeColumn() + " " + watermark.expression() + " "
                    + watermark.maxFutureSkew().map(Object::toString).orElse("");
        } else if (node instanceof IncrementalValues values) {
            return values.rows().toString();
        } else if (node instanceof IncrementalWindow window) {
            return window.window().toString();
        } else if (node instanceof IncrementalSession session) {
            return session.window() + " " + session.closing() + " "
                    + session.traits().emission();
        } else if (node instanceof IncrementalExpand expand) {
            return expand.groupColumns() + " " + expand.sets() + " " + expand.passed();
        } else if (node instanceof IncrementalMatch match) {
            return match.spec() + " " + match.closing();
        } else if (node instanceof IncrementalSetOperation operation) {
            return operation.spec() + " " + operation.closingKeys() + " "
                    + operation.traits().emission();
        } else if (node instanceof IncrementalUnnest unnest) {
            return unnest.arrayColumn() + " " + unnest.ordinality() + " " + unnest.outer();
        } else if (node instanceof IncrementalAggregate aggregate) {
            return aggregate.groupColumns() + " " + aggregate.calls() + " " + aggregate.closingKeys() + " "
                    + aggregate.traits().emission();
        } else if (node instanceof IncrementalJoin join) {
            return join.kind() + " " + join.keys() + " "
                    + join.residual().map(RexNode::toString).orElse("") + " " + join.bounds() + " "
                    + join.traits().emission();
        } else if (node instanceof IncrementalAsofJoin join) {
            return join.match() + " " + join.traits().emission();
        } else if (node instanceof IncrementalLookupJoin join) {
            return join.table().name().folded() + " " + join.outer() + " " + join.keys();
        } else if (node instanceof IncrementalSort sort) {
            return sort.collation() + " " + sort.offset() + " " + sort.fetch();
        } else if (node instanceof IncrementalOver over) {
            return over.partitionColumns() + " " + over.collation() + " " + over.calls() + " " + over.closing() + " "
                    + over.time() + " " + over.traits().emission();
        } else if (node instanceof IncrementalTopN top) {
            return top.partitionColumns() + " " + top.collation() + " " + top.ranking() + " " + top.first() + " "
                    + top.last() + " " + top.numbered() + " " + top.closing() + " "
                    + top.traits().emission();
        } else if (node instanceof IncrementalLimit limit) {
            return limit.offset() + " " + limit.fetch();
        }
        return "";
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException missing) {
            throw CodedException.internal("SHA-256 is missing").cause(missing);
        }
    }
}
