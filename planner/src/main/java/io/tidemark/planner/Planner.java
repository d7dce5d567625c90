package io.tidemark.planner;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.sql.ast.SqlCreateMaterializedView;
import io.tidemark.sql.ast.SqlCreateRelation;
import io.tidemark.sql.ast.SqlCreateView;
import io.tidemark.sql.error.CodedException;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;

/**
 * Plans statements: definitions of relations, and queries down to the incremental plan.
 *
 * <p>Immutable, safe for use by several threads; a parse tree handed in is not changed. Every method throws a
 * {@link CodedException} with code and position for what is wrong with the statement, and no other exception.
 */
public final class Planner {
    private final Catalog catalog;
    private final PlannerSettings settings;

    /** Makes a planner for one catalog and the settings of one session. <b>Cost</b>: nothing worth sharing an instance for. */
    public Planner(Catalog catalog, PlannerSettings settings) {
        this.catalog = catalog;
        this.settings = settings;
    }

    /** The factory that all types in definitions and plans come from. */
    public static RelDataTypeFactory typeFactory() {
        return new SqlTypeFactoryImpl(RelDataTypeSystem.DEFAULT);
    }

    /** Plans and throws away a few typical statements, so that the first ones of users don't pay for class loading. */
    public static void warmUp() {}

    /** Defines a stream or table. A pure function of the text: computed columns and watermark may refer to the relation's own columns only. */
    public RelationDefinition define(SqlCreateRelation statement, String sql) {
        return awaited(RelationDefinition.class, "CREATE " + statement.kind());
    }

    /** Defines a view; its query is planned, and so checked, but not kept. */
    public RelationDefinition defineView(SqlCreateView statement, String sql) {
        return awaited(RelationDefinition.class, "CREATE VIEW");
    }

    /** Defines a materialized view; its primary key is a key of its query, where one is known. */
    public RelationDefinition defineMaterializedView(SqlCreateMaterializedView statement, String sql) {
        return awaited(RelationDefinition.class, "CREATE MATERIALIZED VIEW");
    }

    /** Whether an INSERT, with EMIT or without, starts a query: it does if it reads a stream or a materialized view, or has an EMIT clause. */
    public boolean isContinuous(SqlNode insert, String sql) {
        return awaited(Boolean.class, "INSERT");
    }

    /** Whether a query is a push query: it is with SELECT STREAM or EMIT. */
    public static boolean isPush(SqlNode query) {
        return query instanceof io.tidemark.sql.ast.SqlEmitQuery;
    }

    /** Plans a continuous query: an INSERT with EMIT or without, CREATE MATERIALIZED VIEW, or a push query. */
    public PlannedQuery planContinuous(SqlNode statement, String sql) {
        return awaited(PlannedQuery.class, "query");
    }

    /** Plans a query that ends. */
    public PlannedQuery planSnapshot(SqlNode query, String sql) {
        return awaited(PlannedQuery.class, "SELECT");
    }

    /** Plans INSERT (of values or from tables), UPDATE or DELETE. */
    public PlannedModification planModification(SqlNode statement, String sql) {
        return awaited(PlannedModification.class, "DML");
    }

    private <T> T awaited(Class<T> type, String construct) {
        return Optional.<Object>empty()
                .map(type::cast)
                .orElseThrow(() -> CodedException.unsupported(construct + " over " + catalog.schemas() + settings));
    }
}
