package io.tidemark.planner.validate;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationName;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.jspecify.annotations.Nullable;

/**
 * The catalog as Calcite's schemas, looked up name by name.
 *
 * <p>Beside the schemas themselves the root has {@code tidemark}, which has them again, and {@link #WRITABLE}, in which relations have only
 * the columns that an insert gives values to.
 */
final class CatalogSchema extends AbstractSchema {
    static final String CATALOG = "tidemark";
    static final String WRITABLE = "$writable";

    private final Map<String, Schema> children;

    private CatalogSchema(Map<String, Schema> children) {
        this.children = children;
    }

    static CatalogSchema root(Catalog catalog) {
        Map<String, Schema> all = schemas(catalog, column -> true);
        Map<String, Schema> root = new LinkedHashMap<>(all);
        root.put(CATALOG, new CatalogSchema(all));
        root.put(WRITABLE, new CatalogSchema(schemas(catalog, ColumnDefinition::isWritable)));
        return new CatalogSchema(root);
    }

    /** A root with one relation in one schema, for expressions over a relation's own columns. */
    static CatalogSchema single(String schema, RelationTable table) {
        Lookup<Table> only = new Lookup<>() {
            @Override
            public @Nullable Table get(String name) {
                return name.equals(table.definition().name().name()) ? table : null;
            }

            @Override
            public @Nullable Named<Table> getIgnoreCase(String name) {
                String own = table.definition().name().name();
                return name.equalsIgnoreCase(own) ? new Named<>(own, table) : null;
            }

            @Override
            public Set<String> getNames(LikePattern pattern) {
                return Set.of(table.definition().name().name());
            }
        };
        return new CatalogSchema(Map.of(schema, new Relations(only)));
    }

    private static Map<String, Schema> schemas(Catalog catalog, Predicate<ColumnDefinition> columns) {
        Map<String, Schema> schemas = new LinkedHashMap<>();
        for (String name : catalog.schemas()) {
            schemas.put(name, new Relations(new CatalogLookup(catalog, name, columns)));
        }
        return schemas;
    }

    @Override
    protected Map<String, Schema> getSubSchemaMap() {
        return children;
    }

    private static final class Relations extends AbstractSchema {
        private final Lookup<Table> lookup;

        Relations(Lookup<Table> lookup) {
            this.lookup = lookup;
        }

        @Override
        public Lookup<Table> tables() {
            return lookup;
        }
    }

    /** Looks tables up; one instance serves one statement, so that a name means one definition throughout. */
    private static final class CatalogLookup implements Lookup<Table> {
        private final Catalog catalog;
        private final String schema;
        private final Predicate<ColumnDefinition> columns;
        private final Map<String, Table> seen = new HashMap<>();

        CatalogLookup(Catalog catalog, String schema, Predicate<ColumnDefinition> columns) {
            this.catalog = catalog;
            this.schema = schema;
            this.columns = columns;
        }

        @Override
        public @Nullable Table get(String name) {
            String folded = name.toLowerCase(Locale.ROOT);
            Table known = seen.get(folded);
            if (known != null) {
                return known;
            }
            Table found = catalog.relation(new RelationName(schema, name))
                    .map(this::table)
                    .orElse(null);
            if (found != null) {
                seen.put(folded, found);
            }
            return found;
        }

        @Override
        public @Nullable Named<Table> getIgnoreCase(String name) {
            Table table = get(name);
            return table instanceof RelationTable relation
                    ? new Named<>(relation.definition().name().name(), table)
                    : null;
        }

        @Override
        public Set<String> getNames(LikePattern pattern) {
            return Set.of();
        }

        private Table table(RelationDefinition definition) {
            return new RelationTable(
                    definition, definition.columns().stream().filter(columns).toList());
        }
    }
}
