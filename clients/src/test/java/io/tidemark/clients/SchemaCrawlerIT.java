package io.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import schemacrawler.inclusionrule.IncludeAll;
import schemacrawler.inclusionrule.RegularExpressionInclusionRule;
import schemacrawler.schema.Catalog;
import schemacrawler.schema.Column;
import schemacrawler.schema.Routine;
import schemacrawler.schema.RoutineParameter;
import schemacrawler.schema.Schema;
import schemacrawler.schema.Table;
import schemacrawler.schemacrawler.LimitOptionsBuilder;
import schemacrawler.schemacrawler.LoadOptionsBuilder;
import schemacrawler.schemacrawler.SchemaCrawlerOptions;
import schemacrawler.schemacrawler.SchemaCrawlerOptionsBuilder;
import schemacrawler.schemacrawler.SchemaInfoLevelBuilder;
import schemacrawler.tools.utility.SchemaCrawlerUtility;
import us.fatehi.utility.datasource.DatabaseConnectionSource;
import us.fatehi.utility.datasource.DatabaseConnectionSources;

/** SchemaCrawler, which asks a driver for everything that there is. */
@ExtendWith(Shop.Opened.class)
class SchemaCrawlerIT {

    private static Catalog crawl(Shop shop) throws Exception {
        SchemaCrawlerOptions options = SchemaCrawlerOptionsBuilder.newSchemaCrawlerOptions()
                .withLimitOptions(LimitOptionsBuilder.builder()
                        .includeSchemas(new RegularExpressionInclusionRule(".*public.*"))
                        .tableTypes((String) null)
                        .includeRoutines(new IncludeAll())
                        .toOptions())
                .withLoadOptions(LoadOptionsBuilder.builder()
                        .withSchemaInfoLevel(SchemaInfoLevelBuilder.maximum())
                        .toOptions());
        DatabaseConnectionSource source = DatabaseConnectionSources.fromDataSource(new UrlDataSource(shop.url()));
        try {
            return SchemaCrawlerUtility.getCatalog(source, options);
        } finally {
            source.close();
        }
    }

    @Test
    void aFullCrawlFindsTablesColumnsKeysAndIndexes(Shop shop) throws Exception {
        Catalog catalog = crawl(shop);

        assertThat(catalog.getDatabaseInfo().getDatabaseProductName()).isEqualTo("Tidemark");
        assertThat(catalog.getSchemas()).extracting(Schema::getFullName).containsExactly("tidemark.public");
        assertThat(catalog.getTables())
                .extracting(Table::getName)
                .contains("customers", "large_orders", "orders", "per_customer");

        Schema schema = catalog.getSchemas().iterator().next();
        Table customers = catalog.lookupTable(schema, "customers").orElseThrow();
        assertThat(customers.getTableType().getTableType()).isEqualTo("TABLE");
        assertThat(customers.getColumns()).extracting(Column::getName).containsExactly("name", "city", "since");
        Column name = customers.lookupColumn("name").orElseThrow();
        assertThat(name.isPartOfPrimaryKey()).isTrue();
        assertThat(name.isNullable()).isFalse();
        assertThat(name.getSize()).isEqualTo(40);
        assertThat(customers.getPrimaryKey().getConstrainedColumns())
                .extracting(Column::getName)
                .containsExactly("name");
        assertThat(customers.getIndexes()).anySatisfy(index -> {
            assertThat(index.getName()).isEqualTo("customers_by_city");
            assertThat(index.isUnique()).isFalse();
            assertThat(index.getColumns()).extracting(Column::getName).containsExactly("city");
        });

        Table orders = catalog.lookupTable(schema, "orders").orElseThrow();
        Column amount = orders.lookupColumn("amount").orElseThrow();
        assertThat(amount.getColumnDataType().getName()).startsWith("DECIMAL");
        assertThat(amount.getSize()).isEqualTo(10);
        assertThat(amount.getDecimalDigits()).isEqualTo(2);
    }

    @Test
    void functionsOfUsersAreFoundWithTheirParameters(Shop shop) throws Exception {
        Catalog catalog = crawl(shop);

        Schema schema = catalog.getSchemas().iterator().next();
        Routine vat = catalog.getRoutines(schema).iterator().next();
        List<RoutineParameter<Routine>> parameters = vat.getParameters();
        assertThat(vat.getName()).isEqualTo("vat");
        assertThat(parameters)
                .extracting(parameter -> parameter.getName() + " " + parameter.getColumnDataType())
                .contains("p1 DOUBLE");
    }
}
