package io.tidemark.runtime.translate;

import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.window.WindowSlicing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * Finds the nodes of a plan that compute what another one computes, as of a view that is joined with itself or a WITH query used twice: one operator does
 * for all of them, with one state. Nodes are numbered inputs first; two are the same if their contents, types, traits and the numbers of their inputs
 * are. What depends on chance is the same as nothing else.
 */
final class SharedNodes {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<IncrementalNode> first = new ArrayList<>();
    private final IdentityHashMap<IncrementalNode, Integer> numberOf = new IdentityHashMap<>();

    private final Set<IncrementalNode> repeated = Collections.newSetFromMap(new IdentityHashMap<>());

    private SharedNodes() {}

    /** Looks at all nodes of a plan, in the order in which they are translated. */
    static SharedNodes of(IncrementalNode root) {
        SharedNodes nodes = new SharedNodes();
        nodes.number(root, false);
        return nodes;
    }

    /** Whether a node below an aggregate, which may be worked out by slices, is part of that. */
    static boolean isSliced(IncrementalNode node, boolean spot) {
        return node instanceof IncrementalAggregate aggregate
                ? WindowSlicing.of(aggregate).isPresent()
                : spot && node instanceof IncrementalCalc;
    }

    /** The first node that computes what this one does: this one, if none does before it. */
    IncrementalNode first(IncrementalNode node) {
        return first.get(numberOf.get(node));
    }

    /** Whether a node that was looked at before computes the same. */
    boolean isRepeated(IncrementalNode node) {
        return repeated.contains(node);
    }

    private int number(IncrementalNode node, boolean sliced) {
        List<Integer> inputs = new ArrayList<>();
        for (IncrementalNode input : node.inputs()) {
            inputs.add(number(input, isSliced(node, sliced)));
        }
        int number = isRepeatable(node)
                ? numbers.computeIfAbsent(key(node, sliced, inputs), text -> first.size())
                : first.size();
        if (number == first.size()) {
            first.add(node);
        } else {
            repeated.add(node);
        }
        numberOf.put(node, number);
        return number;
    }

    private static String key(IncrementalNode node, boolean sliced, List<Integer> inputs) {
        String types = node.rowType().getFieldList().stream()
                .map(RelDataTypeField::getType)
                .map(type -> type.getFullTypeString())
                .collect(Collectors.joining(","));
        return String.join(
                "\n",
                node.getClass().getName(),
                NodeDigest.content(node),
                types,
                node.traits().toString(),
                Boolean.toString(sliced),
                inputs.toString());
    }

    private static boolean isRepeatable(IncrementalNode node) {
        if (node instanceof IncrementalScan scan) {
            return scan.lookup().isEmpty();
        }
        if (node instanceof IncrementalCalc calc) {
            return calc.condition().map(RexUtil::isDeterministic).orElse(true)
                    && calc.projections().stream().allMatch((RexNode e) -> RexUtil.isDeterministic(e));
        }
        return NodeDigest.isKnown(node);
    }
}
