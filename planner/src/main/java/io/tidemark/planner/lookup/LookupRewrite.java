package io.tidemark.planner.lookup;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.IndexDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.lookup.KeyEqualities.Equality;
import io.tidemark.planner.type.DialectTypeFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * Lets the scans of a snapshot query look rows up where a filter right above them holds an equality for each column of the primary key, or for the
 * first columns of an index.
 *
 * <p>Before: {@code Calc(a, b where k = 5 and a > 0) ← Scan(k, a, b)}; after: {@code Calc(a, b where a > 0) ← Scan(k, a, b; lookup k = 5)}. What
 * the lookup answers for goes out of the filter, so that the filter's code does not hang on the values looked for.
 */
public final class LookupRewrite extends ScanRewrite {

    /** More keys than this are not looked up one by one. */
    private static final int MAX_KEYS = 1000;

    private final RexBuilder builder = new RexBuilder(new DialectTypeFactory());

    private LookupRewrite() {}

    /** Returns the plan with lookups in place of the scans that allow it. */
    public static IncrementalNode rewrite(IncrementalNode root) {
        return new LookupRewrite().visit(root);
    }

    @Override
    IncrementalNode calc(IncrementalCalc calc) {
        return calc.input() instanceof IncrementalScan scan ? looked(calc, scan) : super.calc(calc);
    }

    private IncrementalNode looked(IncrementalCalc calc, IncrementalScan scan) {
        RelationDefinition relation = scan.relation();
        if (!relation.isServed() || calc.condition().isEmpty()) {
            return calc;
        }
        Map<Integer, Equality> equalities =
                storedColumns(scan, KeyEqualities.of(calc.condition().get(), builder));
        return primaryKey(relation, equalities)
                .or(() -> index(relation, equalities))
                .map(lookup -> withLookup(calc, scan, lookup, equalities))
                .orElse(calc);
    }

    /** The same by the column's index among those stored. */
    private static Map<Integer, Equality> storedColumns(IncrementalScan scan, Map<Integer, Equality> byInput) {
        Map<Integer, Equality> byStored = new LinkedHashMap<>();
        byInput.forEach((column, equality) -> byStored.put(scan.columns().get(column), equality));
        return byStored;
    }

    private static Optional<IncrementalScan.Lookup> primaryKey(
            RelationDefinition relation, Map<Integer, Equality> equalities) {
        return relation.primaryKey().isEmpty()
                ? Optional.empty()
                : lookup(Optional.empty(), positions(relation, relation.primaryKey()), equalities);
    }

    /** The index of which most columns, from the first on, have values. */
    private static Optional<IncrementalScan.Lookup> index(
            RelationDefinition relation, Map<Integer, Equality> equalities) {
        Optional<IncrementalScan.Lookup> best = Optional.empty();
        for (IndexDefinition index : relation.indexes()) {
            List<Integer> columns = positions(relation, index.columns());
            int usable = 0;
            while (usable < columns.size() && equalities.containsKey(columns.get(usable))) {
                usable++;
            }
            if (usable > best.map(lookup -> lookup.columns().size()).orElse(0)) {
                Optional<IncrementalScan.Lookup> found =
                        lookup(Optional.of(index.name()), columns.subList(0, usable), equalities);
                best = found.isPresent() ? found : best;
            }
        }
        return best;
    }

    private static List<Integer> positions(RelationDefinition relation, List<String> columns) {
        List<String> stored =
                relation.storedColumns().stream().map(ColumnDefinition::name).toList();
        return columns.stream().map(stored::indexOf).toList();
    }

    private static Optional<IncrementalScan.Lookup> lookup(
            Optional<String> index, List<Integer> columns, Map<Integer, Equality> equalities) {
        if (!equalities.keySet().containsAll(columns)) {
            return Optional.empty();
        }
        List<List<RexNode>> keys = List.of(List.of());
        for (int column : columns) {
            keys = combined(keys, Objects.requireNonNull(equalities.get(column)).values());
            if (keys.size() > MAX_KEYS) {
                return Optional.empty();
            }
        }
        return Optional.of(new IncrementalScan.Lookup(index, columns, keys));
    }

    private static List<List<RexNode>> combined(List<List<RexNode>> keys, List<RexNode> values) {
        List<List<RexNode>> longer = new ArrayList<>();
        for (List<RexNode> key : keys) {
            for (RexNode value : values) {
                List<RexNode> more = new ArrayList<>(key);
                more.add(value);
                longer.add(more);
            }
        }
        return longer;
    }

    private IncrementalNode withLookup(
            IncrementalCalc calc,
            IncrementalScan scan,
            IncrementalScan.Lookup lookup,
            Map<Integer, Equality> equalities) {
        List<RexNode> rest =
                new ArrayList<>(RelOptUtil.conjunctions(calc.condition().orElseThrow()));
        lookup.columns()
                .forEach(column -> rest.remove(
                        Objects.requireNonNull(equalities.get(column)).conjunct()));
        IncrementalScan looked = scan.withLookup(lookup);
        boolean isIdentity = calc.projections().size() == scan.columns().size()
                && RexUtil.isIdentity(calc.projections(), scan.rowType())
                && calc.rowType().equals(scan.rowType());
        if (rest.isEmpty() && isIdentity) {
            return looked;
        }
        return new IncrementalCalc(
                looked,
                rest.isEmpty() ? Optional.empty() : Optional.of(RexUtil.composeConjunction(builder, rest)),
                calc.projections(),
                calc.rowType(),
                calc.traits(),
                calc.position());
    }
}
