package io.tidemark.benchmarks;

import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.schema.SchemaPlus;
import org.jspecify.annotations.Nullable;

/** What Calcite's compiled code reads its row from. */
final class RowContext implements DataContext {

    /** The row at hand. */
    Object[] row = new Object[0];

    @Override
    public @Nullable Object get(String name) {
        return name.equals("inputRecord") ? row : null;
    }

    @Override
    public @Nullable SchemaPlus getRootSchema() {
        return null;
    }

    @Override
    public JavaTypeFactory getTypeFactory() {
        throw new UnsupportedOperationException("types at run time");
    }

    @Override
    public QueryProvider getQueryProvider() {
        throw new UnsupportedOperationException("queries at run time");
    }
}
