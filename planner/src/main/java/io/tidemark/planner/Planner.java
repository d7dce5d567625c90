package io.tidemark.planner;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.syntax.QueryShape;
import io.tidemark.planner.type.DialectTypeFactory;
import io.tidemark.planner.validate.RelationDefiner;
import io.tidemark.planner.validate.ValidationSettings;
import io.tidemark.sql.ast.SqlCreateMaterializedView;
import io.tidemark.sql.ast.SqlCreateRelation;
import io.tidemark.sql.ast.SqlCreateView;
import io.tidemark.sql.ast.SqlEmitInsert;
import io.tidemark.sql.ast.SqlEmitQuery;
import io.tidemark.sql.error.CodedException;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;

/**
 * Plans statements: definitions of relations, and queries down to the incremental plan.
 *
 * <p>Immutable, safe for use by several threads; a parse tree handed in is not changed. Every method throws a
 * {@link CodedException} with code and position for what is wrong with the statement, and no other exception.
 *
 * <p><b>Cost</b>: a few milliseconds a statement once warm; the first ones load classes, see {@link #warmUp}.
 */
public final class Planner {
    private final Catalog catalog;
    private final PlannerSettings settings;

    /** Makes a planner for one catalog and the settings of one session. <b>Cost</b>: nothing worth sharing an instance for. */
    public Planner(Catalog catalog, PlannerSettings settings) {
        this.catalog = catalog;
        this.settings = settings;
    }

    /** A factory like the one that all types in definitions and plans come from. */
    public static RelDataTypeFactory typeFactory() {
        return new DialectTypeFactory();
    }

    /** Plans and throws away a few typical statements, so that the first ones of users don't pay for class loading. */
    public static void warmUp() {
        WarmUp.run();
    }

    /** Defines a stream or table. A pure function of the text: computed columns and watermark may refer to the relation's own columns only. */
    public RelationDefinition define(SqlCreateRelation statement, String sql) {
        return new RelationDefiner(catalog, validation(), statement, sql).define();
    }

    /** Defines a view; its query is validated, but its plan not kept. */
    public RelationDefinition defineView(SqlCreateView statement, String sql) {
        return new ViewPlanner(catalog, settings, sql).define(statement);
    }

    /** Defines a materialized view; its primary key is a key of its query, where one is known. */
    public RelationDefinition defineMaterializedView(SqlCreateMaterializedView statement, String sql) {
        return new ViewPlanner(catalog, settings, sql)
                .materialized(statement)
                .target()
                .orElseThrow();
    }

    /** Whether an INSERT, with EMIT or without, starts a query: it does if it reads a stream or a materialized view, or has an EMIT clause. */
    public boolean isContinuous(SqlNode insert, String sql) {
        return insert instanceof SqlEmitInsert
                || (insert instanceof SqlInsert plain
                        && new InsertPlanner(catalog, settings, sql).readsWithoutEnd(plain));
    }

    /** Whether a query is a push query: it is with SELECT STREAM or EMIT. */
    public static boolean isPush(SqlNode query) {
        return QueryShape.isPush(query);
    }

    /** Plans a continuous query: an INSERT with EMIT or without, CREATE MATERIALIZED VIEW, or a push query. */
    public PlannedQuery planContinuous(SqlNode statement, String sql) {
        if (statement instanceof SqlEmitInsert insert) {
            return new InsertPlanner(catalog, settings, sql).continuous(insert.insert(), Optional.of(insert.emit()));
        }
        if (statement instanceof SqlInsert insert) {
            return new InsertPlanner(catalog, settings, sql).continuous(insert, Optional.empty());
        }
        if (statement instanceof SqlCreateMaterializedView view) {
            return new ViewPlanner(catalog, settings, sql).materialized(view);
        }
        SelectPlanner select = new SelectPlanner(catalog, settings, sql);
        return statement instanceof SqlEmitQuery query
                ? select.push(query.query(), Optional.of(query.emit()))
                : select.push(statement, Optional.empty());
    }

    /** Plans a query that ends. */
    public PlannedQuery planSnapshot(SqlNode query, String sql) {
        return new SelectPlanner(catalog, settings, sql).snapshot(query);
    }

    /** Plans INSERT (of values or from tables), UPDATE or DELETE. */
    public PlannedModification planModification(SqlNode statement, String sql) {
        return statement instanceof SqlInsert insert
                ? new InsertPlanner(catalog, settings, sql).once(insert)
                : new ChangePlanner(catalog, settings, sql).plan(statement);
    }

    private ValidationSettings validation() {
        return settings.validation();
    }
}
