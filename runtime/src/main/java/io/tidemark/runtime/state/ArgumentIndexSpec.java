package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.PhysicalKind;
import java.util.List;

/**
 * What an {@link ArgumentIndex} keeps of each group.
 *
 * @param columns the input's columns that are kept, without repetition
 * @param kinds how the values of those columns lie
 * @param required the columns of the input, among those kept, whose NULL keeps a row out
 * @param filters BOOLEAN columns of the input, each the filter of one variant, -1 for one that takes all rows; several only where HASHED
 * @param keeping how arguments are found again
 * @param order where ordered, by what: a {@code key} is an index into {@code columns}; ties are broken by all columns, rising, NULL last
 */
public record ArgumentIndexSpec(
        List<Integer> columns,
        List<PhysicalKind> kinds,
        List<Integer> required,
        List<Integer> filters,
        Keeping keeping,
        List<RowOrder.By> order) {

    /** How arguments are found again. */
    public enum Keeping {
        /** By their value alone. */
        HASHED,
        /** By their value, and one after the other in order. */
        ORDERED,
        /** Only the first one in order is kept; over rows that are only added. */
        FIRST
    }

    public ArgumentIndexSpec {
        columns = List.copyOf(columns);
        kinds = List.copyOf(kinds);
        required = List.copyOf(required);
        filters = List.copyOf(filters);
        order = List.copyOf(order);
    }

    /** The same with other filters. */
    public ArgumentIndexSpec withFilters(List<Integer> newFilters) {
        return new ArgumentIndexSpec(columns, kinds, required, newFilters, keeping, order);
    }
}
