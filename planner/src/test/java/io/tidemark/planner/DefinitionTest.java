package io.tidemark.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.catalog.WatermarkDefinition;
import io.tidemark.planner.type.TypeNames;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DefinitionTest {
    private final FakeCatalog catalog = new FakeCatalog();

    private static String columns(RelationDefinition relation) {
        StringBuilder text = new StringBuilder();
        for (ColumnDefinition column : relation.columns()) {
            text.append(text.length() == 0 ? "" : ", ")
                    .append(column.name())
                    .append(' ')
                    .append(TypeNames.of(column.type()))
                    .append(column.type().isNullable() ? "" : " not null");
        }
        return text.toString();
    }

    @Test
    void aStreamKeepsItsColumnsWatermarkAndOptions() {
        RelationDefinition stream = catalog.create("""
                CREATE STREAM Orders (
                  "Id" BIGINT NOT NULL, name STRING, amount DECIMAL(10, 2), f FLOAT, ok BOOLEAN, at1 TIMESTAMP, z TIMESTAMP_LTZ(6),
                  part INT METADATA FROM 'partition' VIRTUAL, k STRING METADATA,
                  twice AS amount * 2, day_ AS CAST(at1 AS DATE),
                  WATERMARK FOR at1 AS at1 - INTERVAL '5' SECOND
                ) WITH ('Connector' = 'kafka', 'topic' = 'T')
                """);
        assertThat(stream.name()).isEqualTo(new RelationName("public", "Orders"));
        assertThat(stream.kind()).isEqualTo(RelationKind.STREAM);
        assertThat(columns(stream))
                .isEqualTo(
                        "Id BIGINT not null, name VARCHAR, amount DECIMAL(10, 2), f DOUBLE, ok BOOLEAN, at1 TIMESTAMP(3),"
                                + " z TIMESTAMP_LTZ(6), part INT, k VARCHAR, twice DECIMAL(21, 2), day_ DATE");
        assertThat(stream.watermark()).contains(new WatermarkDefinition("at1", "at1 - INTERVAL '5' SECOND"));
        assertThat(stream.options()).isEqualTo(Map.of("connector", "kafka", "topic", "T"));
        assertThat(stream.columns().get(7).role()).isEqualTo(ColumnDefinition.Role.VIRTUAL_METADATA);
        assertThat(stream.columns().get(7).metadataKey()).isEqualTo("partition");
        assertThat(stream.columns().get(8).role()).isEqualTo(ColumnDefinition.Role.METADATA);
        assertThat(stream.columns().get(9).expression()).isEqualTo("amount * 2");
        assertThat(stream.statement()).startsWith("CREATE STREAM Orders").endsWith("'topic' = 'T')");
        assertThat(stream.appendOnly()).isTrue();
    }

    @Test
    void anEventTimeMayBeComputed() {
        RelationDefinition stream = catalog.create(
                "CREATE STREAM q (\"time\" BIGINT, ts AS TO_TIMESTAMP(\"time\", 3), u AS TO_TIMESTAMP_LTZ(\"time\", 6),"
                        + " v AS TO_TIMESTAMP('2020-01-01'), WATERMARK FOR ts AS ts)");
        assertThat(columns(stream))
                .isEqualTo("time BIGINT, ts TIMESTAMP(3), u TIMESTAMP_LTZ(6), v TIMESTAMP(3) not null");
    }

    @Test
    void aPrimaryKeyMakesItsColumnsNotNull() {
        RelationDefinition table = catalog.create("CREATE TABLE sales.t (a INT, B STRING, c INT, PRIMARY KEY (b, A))");
        assertThat(table.primaryKey()).isEqualTo(List.of("B", "a"));
        assertThat(columns(table)).isEqualTo("a INT not null, B VARCHAR not null, c INT");
        assertThat(table.name()).hasToString("sales.t");
        assertThat(table.appendOnly()).isFalse();
    }

    @Test
    void definingTheSameTextTwiceGivesEqualDefinitions() {
        String sql =
                "CREATE STREAM s (a INT, b AS a + 1, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE)";
        assertThat(catalog.create(sql)).isEqualTo(catalog.create(sql));
    }

    @Test
    void aViewHasTheColumnsOfItsQueryAndTheirNewNames() {
        catalog.create("CREATE STREAM s (a INT, b STRING)");
        RelationDefinition view = catalog.create("CREATE VIEW v (x, y) AS SELECT a + 1, UPPER(b) FROM s WHERE a > 3;");
        assertThat(view.kind()).isEqualTo(RelationKind.VIEW);
        assertThat(columns(view)).isEqualTo("x INT, y VARCHAR");
        RelationDefinition over = catalog.create("CREATE VIEW w AS SELECT y, x FROM v");
        assertThat(columns(over)).isEqualTo("y VARCHAR, x INT");
    }

    @Test
    void aMaterializedViewHasAKeyWhereItsQueryHasOne() {
        catalog.create("CREATE STREAM s (a INT, b STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)");
        RelationDefinition grouped =
                catalog.create("CREATE MATERIALIZED VIEW v AS SELECT COUNT(*) AS n, b AS name FROM s GROUP BY b");
        assertThat(grouped.primaryKey()).isEqualTo(List.of("name"));
        assertThat(grouped.appendOnly()).isFalse();
        RelationDefinition plain = catalog.create("CREATE MATERIALIZED VIEW p AS SELECT a, b FROM s WHERE a > 3");
        assertThat(plain.primaryKey()).isEmpty();
        assertThat(plain.appendOnly()).isTrue();
        RelationDefinition windows = catalog.create("""
                CREATE MATERIALIZED VIEW w AS SELECT window_start, b, MAX(a) AS m
                FROM TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '1' HOUR) GROUP BY window_start, window_end, b EMIT APPEND""");
        assertThat(windows.primaryKey()).isEqualTo(List.of("window_start", "b"));
        assertThat(windows.appendOnly()).isTrue();
        assertThat(windows.query()).doesNotContain("EMIT");
    }
}
