package io.tidemark.relational;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The columns that a query block can name, all of type INT.
 *
 * @param columns its own, with the names of their relations
 * @param outer those of the block around it; of the outermost an empty list of columns
 */
record Scope(List<String> columns, List<String> outer) {
    Scope {
        columns = List.copyOf(columns);
        outer = List.copyOf(outer);
    }

    /** A column of the block itself. */
    String own(Random random) {
        return columns.get(random.nextInt(columns.size()));
    }

    /** A column of the block around it, if there is one, or of itself. */
    String outer(Random random) {
        return outer.isEmpty() ? own(random) : outer.get(random.nextInt(outer.size()));
    }

    /** The columns that a subquery of the block can name besides its own. */
    List<String> visible() {
        List<String> all = new ArrayList<>(columns);
        all.addAll(outer);
        return all;
    }
}
