package io.tidemark.planner.lookup;

import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.parameter.ParameterBinding;
import io.tidemark.planner.type.DialectTypeFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;

/** Puts values in place of the parameters among the keys of lookups, and nowhere else. */
public final class LookupBinding extends ScanRewrite {

    private final RexBuilder builder = new RexBuilder(new DialectTypeFactory());
    private final List<?> values;
    private boolean needsComputing;

    private LookupBinding(List<?> values) {
        this.values = values;
    }

    /** Whether each of so many parameters stands among the keys of lookups, and none anywhere else. */
    public static boolean isPossible(IncrementalNode root, int parameters) {
        Set<Integer> inKeys = new HashSet<>();
        return keysOnly(root, inKeys) && inKeys.size() == parameters;
    }

    private static boolean keysOnly(IncrementalNode node, Set<Integer> inKeys) {
        if (node instanceof IncrementalCalc calc
                && Stream.concat(calc.condition().stream(), calc.projections().stream())
                        .anyMatch(LookupBinding::hasParameter)) {
            return false;
        }
        if (node instanceof IncrementalScan scan) {
            scan.lookup().stream()
                    .flatMap(lookup -> lookup.keys().stream())
                    .flatMap(List::stream)
                    .filter(RexDynamicParam.class::isInstance)
                    .forEach(parameter -> inKeys.add(((RexDynamicParam) parameter).getIndex()));
        }
        return node.inputs().stream().allMatch(input -> keysOnly(input, inKeys));
    }

    private static boolean hasParameter(RexNode expression) {
        boolean[] found = {false};
        expression.accept(new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitDynamicParam(RexDynamicParam parameter) {
                found[0] = true;
                return super.visitDynamicParam(parameter);
            }
        });
        return found[0];
    }

    /**
     * Returns the plan with values in its lookups; nothing if a value is one that the plan would have to compute first.
     *
     * @param values one for each parameter; for errors see {@link ParameterBinding#bind}
     */
    public static Optional<IncrementalNode> bind(IncrementalNode root, List<?> values) {
        LookupBinding binding = new LookupBinding(values);
        IncrementalNode bound = binding.visit(root);
        return binding.needsComputing ? Optional.empty() : Optional.of(bound);
    }

    @Override
    IncrementalNode scan(IncrementalScan scan) {
        return scan.lookup()
                .map(lookup -> scan.withLookup(new IncrementalScan.Lookup(
                        lookup.index(),
                        lookup.columns(),
                        lookup.keys().stream().map(this::key).toList())))
                .orElse(scan);
    }

    private List<RexNode> key(List<RexNode> key) {
        List<RexNode> bound = new ArrayList<>();
        for (RexNode node : key) {
            RexNode value = node instanceof RexDynamicParam parameter
                    ? ParameterBinding.compared(parameter, values, builder)
                    : node;
            needsComputing |= !(value instanceof RexLiteral);
            bound.add(value);
        }
        return bound;
    }
}
