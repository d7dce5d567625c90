package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.state.RowOrder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * In which order an aggregate wants the arguments of a group, and which columns are kept for it: those of the order, then the arguments.
 *
 * @param columns columns of the input, without repetition
 * @param by the order, as indexes into {@code columns}
 */
record ArgumentOrder(List<Integer> columns, List<RowOrder.By> by) {

    static ArgumentOrder of(AccumulatorSpec spec) {
        List<AccumulatorSpec.Order> order = new ArrayList<>();
        switch (spec.kind()) {
            case ARG_MIN -> order.add(new AccumulatorSpec.Order(spec.arguments().get(1), false, false));
            case ARG_MAX -> order.add(new AccumulatorSpec.Order(spec.arguments().get(1), true, false));
            case LAST_VALUE ->
                spec.order()
                        .forEach(key -> order.add(
                                new AccumulatorSpec.Order(key.column(), !key.descending(), !key.nullsFirst())));
            default -> order.addAll(spec.order());
        }
        Set<Integer> columns = new LinkedHashSet<>();
        order.forEach(key -> columns.add(key.column()));
        columns.addAll(spec.arguments());
        if (order.isEmpty()) {
            spec.arguments().forEach(column -> order.add(new AccumulatorSpec.Order(column, false, false)));
        }
        List<Integer> kept = List.copyOf(columns);
        List<RowOrder.By> by = order.stream()
                .map(key -> new RowOrder.By(kept.indexOf(key.column()), key.descending(), key.nullsFirst()))
                .toList();
        return new ArgumentOrder(kept, by);
    }
}
