package io.tidemark.server.information;

import io.tidemark.planner.catalog.RelationName;
import io.tidemark.server.system.SystemRows;
import io.tidemark.server.system.SystemTable;
import java.util.function.Consumer;

/**
 * A table of {@code INFORMATION_SCHEMA}.
 *
 * @param columns as they stand between the parentheses of CREATE TABLE
 * @param rows adds the rows as they are now
 */
record InformationTable(String name, String columns, Consumer<SystemRows> rows) implements SystemTable {

    /** The name of the one catalog. */
    static final String CATALOG = "tidemark";

    /** A table of what Tidemark has none of. */
    static InformationTable empty(String name, String columns) {
        return new InformationTable(name, columns, rows -> {});
    }

    /** An answer of yes or no in the standard's form. */
    static String yesOrNo(boolean value) {
        return value ? "YES" : "NO";
    }

    @Override
    public String schema() {
        return RelationName.INFORMATION_SCHEMA;
    }

    @Override
    public void fill(SystemRows into) {
        rows.accept(into);
    }
}
