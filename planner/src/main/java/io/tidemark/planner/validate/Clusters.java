package io.tidemark.planner.validate;

import io.tidemark.planner.type.DialectTypeFactory;
import java.util.List;
import java.util.Properties;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.JaninoRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.metadata.RelMetadataQueryBase;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.util.SqlOperatorTables;

/** Sets Calcite's objects up alike everywhere. */
public final class Clusters {
    private static final JaninoRelMetadataProvider METADATA =
            JaninoRelMetadataProvider.of(DefaultRelMetadataProvider.INSTANCE);

    /** Leaves every constant expression as it is: Calcite would compute it by rules that are not the engine's. */
    private static final RexExecutor NO_FOLDING = (builder, expressions, results) -> results.addAll(expressions);

    private Clusters() {}

    /** A cluster for one statement. */
    static RelOptCluster create() {
        useMetadataOnThisThread();
        RelDataTypeFactory factory = new DialectTypeFactory();
        RelOptPlanner planner = new HepPlanner(HepProgram.builder().build());
        planner.setExecutor(NO_FOLDING);
        RelOptCluster cluster = RelOptCluster.create(planner, new RexBuilder(factory));
        cluster.setMetadataProvider(METADATA);
        cluster.setMetadataQuerySupplier(RelMetadataQuery::instance);
        cluster.setHintStrategies(NodePosition.STRATEGIES);
        return cluster;
    }

    /** Computes nothing; for every place where Calcite wants to compute a constant. */
    public static RexExecutor noFolding() {
        return NO_FOLDING;
    }

    /** Calcite keeps the provider of metadata per thread; every stage that asks for metadata calls this first. */
    public static void useMetadataOnThisThread() {
        RelMetadataQueryBase.THREAD_PROVIDERS.set(METADATA);
    }

    /** A validator that knows no functions but the dialect's. */
    static DialectValidator validator(CatalogSchema root, List<String> defaultSchema, boolean implicitConversions) {
        return validator(root, SqlOperatorTables.of(), defaultSchema, implicitConversions);
    }

    /** A validator that knows functions of users, too. */
    static DialectValidator validator(
            CatalogSchema root, SqlOperatorTable functions, List<String> defaultSchema, boolean implicitConversions) {
        RelDataTypeFactory factory = new DialectTypeFactory();
        Properties properties = new Properties();
        properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "false");
        CalciteConnectionConfig config = new CalciteConnectionConfigImpl(properties);
        CalciteCatalogReader reader = new CalciteCatalogReader(
                CalciteSchema.createRootSchema(false, false, "", root), defaultSchema, factory, config);
        return new DialectValidator(functions, reader, factory, implicitConversions);
    }

    static Prepare.CatalogReader reader(DialectValidator validator) {
        return (Prepare.CatalogReader) validator.getCatalogReader();
    }
}
