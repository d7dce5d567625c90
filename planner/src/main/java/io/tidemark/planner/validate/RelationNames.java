package io.tidemark.planner.validate;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.syntax.Places;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.NearestName;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;

/** Resolves the names of relations in statements. */
public final class RelationNames {
    private static final int PARTS_WITH_CATALOG = 3;

    private final Catalog catalog;
    private final String defaultSchema;
    private final String sql;

    /** Makes a resolver for one statement. */
    public RelationNames(Catalog catalog, String defaultSchema, String sql) {
        this.catalog = catalog;
        this.defaultSchema = defaultSchema;
        this.sql = sql;
    }

    /** The full name that an identifier stands for. <b>Errors</b>: UNKNOWN_SCHEMA if its schema, or VALIDATION if its catalog, does not exist. */
    public RelationName resolve(SqlIdentifier identifier) {
        List<String> parts = identifier.names;
        int size = parts.size();
        if (size > PARTS_WITH_CATALOG
                || (size == PARTS_WITH_CATALOG && !parts.get(0).equalsIgnoreCase(CatalogSchema.CATALOG))) {
            throw Places.at(
                    CodedException.validation("\"" + identifier + "\" is not a relation's name")
                            .hint("names are written name, schema.name or tidemark.schema.name"),
                    identifier,
                    sql);
        }
        String schema = size == 1 ? defaultSchema : parts.get(size - 2);
        String known = catalog.schemas().stream()
                .filter(s -> s.equalsIgnoreCase(schema))
                .findFirst()
                .orElseThrow(() -> Places.at(
                        CodedException.of(ErrorCode.UNKNOWN_SCHEMA, "no schema \"" + schema + "\"")
                                .hint(NearestName.hint(schema, catalog.schemas(), "there are")),
                        identifier,
                        sql));
        return new RelationName(known, parts.get(size - 1));
    }

    /** The relation that an identifier names. <b>Errors</b>: UNKNOWN_RELATION. */
    public RelationDefinition relation(SqlIdentifier identifier) {
        RelationName name = resolve(identifier);
        return catalog.relation(name)
                .orElseThrow(() -> Places.at(
                        CodedException.unknownRelation(
                                name.toString(),
                                catalog.relations(name.schema()).stream()
                                        .map(relation -> relation.name().toString())
                                        .toList()),
                        identifier,
                        sql));
    }
}
