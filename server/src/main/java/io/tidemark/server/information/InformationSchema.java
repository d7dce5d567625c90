package io.tidemark.server.information;

import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.Dependencies;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.security.Security;
import io.tidemark.server.system.SystemTable;
import java.util.ArrayList;
import java.util.List;

/** The schema {@code INFORMATION_SCHEMA} over a server's catalog. */
public final class InformationSchema {

    private InformationSchema() {}

    /** Its tables. They read the catalog whenever they are asked. */
    public static List<SystemTable> tables(
            ServerCatalog catalog, CatalogStore store, Dependencies dependencies, Security security) {
        List<SystemTable> tables = new ArrayList<>(new RelationTables(catalog, dependencies).all());
        tables.addAll(new ConstraintTables(catalog).all());
        tables.addAll(new RoutineTables(catalog, store).all());
        tables.addAll(new PrivilegeTables(store, security.privileges(), security.access()).all());
        tables.addAll(absent());
        return List.copyOf(tables);
    }

    /** What tools ask for and Tidemark has none of. */
    private static List<InformationTable> absent() {
        return List.of(
                InformationTable.empty(
                        "SEQUENCES",
                        new Columns()
                                .names("SEQUENCE_CATALOG", "SEQUENCE_SCHEMA", "SEQUENCE_NAME", "DATA_TYPE")
                                .numbers("NUMERIC_PRECISION", "NUMERIC_PRECISION_RADIX", "NUMERIC_SCALE")
                                .names("START_VALUE", "MINIMUM_VALUE", "MAXIMUM_VALUE", "INCREMENT")
                                .flags("CYCLE_OPTION")
                                .text()),
                InformationTable.empty(
                        "TRIGGERS",
                        new Columns()
                                .names("TRIGGER_CATALOG", "TRIGGER_SCHEMA", "TRIGGER_NAME", "EVENT_MANIPULATION")
                                .names("EVENT_OBJECT_CATALOG", "EVENT_OBJECT_SCHEMA", "EVENT_OBJECT_TABLE")
                                .positions("ACTION_ORDER")
                                .texts("ACTION_CONDITION")
                                .names("ACTION_STATEMENT", "ACTION_ORIENTATION", "ACTION_TIMING")
                                .texts("ACTION_REFERENCE_OLD_TABLE", "ACTION_REFERENCE_NEW_TABLE")
                                .texts("ACTION_REFERENCE_OLD_ROW", "ACTION_REFERENCE_NEW_ROW")
                                .times("CREATED")
                                .text()),
                InformationTable.empty(
                        "DOMAINS",
                        new Columns()
                                .names("DOMAIN_CATALOG", "DOMAIN_SCHEMA", "DOMAIN_NAME")
                                .lengths()
                                .absentName("CHARACTER_SET")
                                .absentName("COLLATION")
                                .digits()
                                .texts("DOMAIN_DEFAULT")
                                .numbers("MAXIMUM_CARDINALITY")
                                .texts("DTD_IDENTIFIER")
                                .text()));
    }
}
