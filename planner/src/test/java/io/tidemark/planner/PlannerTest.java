package io.tidemark.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.explain.Explainer;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.IncrementalSort;
import io.tidemark.planner.incremental.IncrementalValues;
import io.tidemark.planner.incremental.IncrementalWindow;
import io.tidemark.planner.incremental.TriggerSpec;
import io.tidemark.sql.ast.command.SqlExplainStatement.Level;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.parser.StatementParser;
import io.tidemark.sql.parser.StatementPrinter;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.SqlNode;
import org.junit.jupiter.api.Test;

class PlannerTest {
    private final FakeCatalog catalog = FakeCatalog.of(
            """
            CREATE STREAM orders (id BIGINT, customer STRING, amount DECIMAL(10, 2), ts TIMESTAMP(3), at0 TIMESTAMP_LTZ(3),
              big AS amount > 100, WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)""",
            "CREATE TABLE customers (id BIGINT PRIMARY KEY, name STRING, since TIMESTAMP(3), d DATE)",
            "CREATE MATERIALIZED VIEW totals AS SELECT customer, SUM(amount) AS total FROM orders GROUP BY customer",
            "CREATE VIEW v AS SELECT customer FROM totals");
    private final Statements statements = new Statements(catalog);

    private static IncrementalNode leaf(IncrementalNode node) {
        return node.inputs().isEmpty() ? node : leaf(node.inputs().get(0));
    }

    private static List<String> read(PlannedQuery query) {
        return leaf(query.root()).rowType().getFieldNames();
    }

    @Test
    void aScanReadsOnlyWhatIsUsed() {
        assertThat(read(statements.plan("SELECT customer FROM orders WHERE id > 3")))
                .containsExactly("id", "customer", "ts");
        assertThat(read(statements.plan("SELECT name FROM customers"))).containsExactly("name");
        assertThat(read(statements.plan("SELECT COUNT(*) FROM customers"))).containsExactly("id");
        assertThat(read(statements.plan("SELECT big FROM orders"))).containsExactly("amount", "ts");
    }

    @Test
    void aFilterThatCanFailStaysAboveTheFilterThatProtectsIt() {
        PlannedQuery query = statements.plan(
                "SELECT id FROM (SELECT id, amount FROM orders WHERE amount <> 0) WHERE 10 / amount > 1");
        IncrementalCalc top = (IncrementalCalc) query.root();
        assertThat(top.condition()).isPresent();
        assertThat(((IncrementalCalc) top.input()).condition()).isPresent();
        PlannedQuery safe =
                statements.plan("SELECT id FROM (SELECT id, amount FROM orders WHERE amount <> 0) WHERE amount > 1");
        assertThat(((IncrementalCalc) safe.root()).input()).isNotInstanceOf(IncrementalCalc.class);
    }

    @Test
    void insertIsContinuousOverStreamsAndViewsAlone() {
        Planner planner = new Planner(catalog, PlannerSettings.defaults());
        catalog.create("CREATE TABLE target (name STRING)");
        assertThat(continuous(planner, "INSERT INTO target SELECT customer FROM orders"))
                .isTrue();
        assertThat(continuous(planner, "INSERT INTO target SELECT customer FROM v"))
                .isTrue();
        assertThat(continuous(planner, "INSERT INTO target SELECT name FROM customers"))
                .isFalse();
        assertThat(continuous(planner, "INSERT INTO target VALUES ('x')")).isFalse();
        assertThat(continuous(planner, "INSERT INTO target SELECT name FROM customers EMIT ONCE"))
                .isTrue();
    }

    private static boolean continuous(Planner planner, String sql) {
        return planner.isContinuous(new StatementParser().parse(sql), sql);
    }

    @Test
    void relationsReadIncludeViewsAndWhatTheyRead() {
        assertThat(statements.plan("SELECT * FROM v").relations())
                .containsExactly(new RelationName("public", "v"), new RelationName("public", "totals"));
    }

    @Test
    void planningLeavesTheTreeAsItWas() {
        String sql = "SELECT STREAM TUMBLE_END(ts, INTERVAL '1' HOUR) AS e, COUNT(*) AS n FROM orders"
                + " WHERE amount > 3 GROUP BY TUMBLE(ts, INTERVAL '1' HOUR)";
        SqlNode node = new StatementParser().parse(sql);
        String before = new StatementPrinter().print(node);
        new Planner(catalog, PlannerSettings.defaults()).planContinuous(node, sql);
        assertThat(new StatementPrinter().print(node)).isEqualTo(before);
    }

    @Test
    void parametersAreTypedAndBound() {
        PlannedQuery prepared = statements.plan("SELECT name FROM customers WHERE id = ? AND since > ? LIMIT ?");
        assertThat(prepared.parameterTypes().stream()
                        .map(t -> t.getSqlTypeName().getName()))
                .containsExactly("BIGINT", "TIMESTAMP", "INTEGER");
        PlannedQuery bound = prepared.bind(List.of(7, LocalDateTime.of(2020, 1, 2, 3, 4), 5L));
        assertThat(((IncrementalSort) bound.root()).fetch()).isEqualTo(5);
        assertThat(Explainer.explain(bound, Level.DEFAULT))
                .contains("where since > TIMESTAMP '2020-01-02 03:04:00'", "lookup by primary key (id = 7)")
                .doesNotContain("?");
        PlannedQuery other = prepared.bind(Arrays.asList(8, null, 1));
        assertThat(Explainer.explain(other, Level.DEFAULT)).contains("id = 8", "since > NULL");
    }

    @Test
    void wrongParametersAreRefused() {
        PlannedQuery prepared = statements.plan("SELECT name FROM customers WHERE id = ? LIMIT ?");
        assertCode(() -> prepared.bind(List.of(1)), ErrorCode.PARAMETERS);
        assertCode(() -> prepared.bind(List.of(1, 1, 1)), ErrorCode.PARAMETERS);
        assertCode(() -> prepared.bind(List.of(new Object(), 1)), ErrorCode.ROW_ERROR_BAD_CAST);
        assertCode(() -> prepared.bind(List.of("x", 1)), ErrorCode.ROW_ERROR_BAD_CAST);
        assertCode(() -> prepared.bind(List.of(1, -1)), ErrorCode.INVALID_PARAMETER);
        assertCode(() -> prepared.bind(List.of(Double.NaN, 1)), ErrorCode.ROW_ERROR_BAD_CAST);
    }

    private static void assertCode(Runnable action, ErrorCode code) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        CodedException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aPreparedInsertTakesTheTypesOfItsColumns() {
        String sql = "INSERT INTO customers (id, name, since, d) VALUES (?, ?, ?, ?)";
        PlannedModification insert = new Planner(catalog, PlannerSettings.defaults())
                .planModification(new StatementParser().parse(sql), sql);
        assertThat(insert.parameterTypes().stream().map(t -> t.getSqlTypeName().getName()))
                .containsExactly("BIGINT", "VARCHAR", "TIMESTAMP", "DATE");
        PlannedModification bound = insert.bind(
                Arrays.asList(new BigDecimal("7"), "x", LocalDateTime.of(1970, 1, 2, 0, 0), LocalDate.of(1970, 1, 4)));
        assertThat(((IncrementalValues) bound.rows().root()).rows())
                .singleElement()
                .extracting(row -> row.stream().map(RexLiteral::getValue2).toList())
                .isEqualTo(List.of(7L, "x", 86_400_000L, 3));
    }

    @Test
    void defaultIsNull() {
        assertThat(statements.explain(
                        "INSERT INTO customers VALUES (1, DEFAULT, NULL, DEFAULT), (2, 'x', NULL, NULL)",
                        Level.DEFAULT))
                .startsWith("Values 2 rows");
    }

    @Test
    void otherSpellingsOfStandardFunctionsAreTheSame() {
        assertThat(statements.explain(
                        "SELECT DATE_TRUNC('hour', ts) AS h, DATE_PART('year', ts) AS y, NOW() AS n FROM orders",
                        Level.DEFAULT))
                .startsWith("Calc h = FLOOR(ts TO HOUR), y = EXTRACT(YEAR FROM ts), n = CURRENT_TIMESTAMP\n");
    }

    @Test
    void aViewMeansTheSameFromEverySchema() {
        catalog.create("CREATE VIEW sales.far AS WITH w AS (SELECT name FROM customers) SELECT w.name FROM w");
        assertThat(read(new Statements(catalog, new PlannerSettings("sales", ZoneOffset.UTC, true))
                        .plan("SELECT * FROM far")))
                .containsExactly("name");
    }

    @Test
    void anUpdateGivesOldAndNewRows() {
        String sql = "UPDATE customers SET name = 'x' WHERE id = 3";
        PlannedModification update = new Planner(catalog, PlannerSettings.defaults())
                .planModification(new StatementParser().parse(sql), sql);
        assertThat(update.kind()).isEqualTo(PlannedModification.Kind.UPDATE);
        assertThat(update.root().rowType().getFieldNames())
                .containsExactly("id", "name", "since", "d", "new_id", "new_name", "new_since", "new_d");
    }

    @Test
    void triggersComeFromTheClauseElseFromTheTarget() {
        assertThat(statements
                        .plan("SELECT id FROM orders EMIT EVERY INTERVAL '1' MINUTE")
                        .trigger()
                        .interval())
                .hasSeconds(60);
        assertThat(statements.plan("SELECT id FROM orders EMIT ONCE").trigger().kind())
                .isEqualTo(TriggerSpec.Kind.ONCE);
        assertThat(statements.plan("SELECT STREAM id FROM orders").trigger().kind())
                .isEqualTo(TriggerSpec.Kind.AVAILABLE);
    }

    @Test
    void windowsOfInstantsFollowTheSessionsZone() {
        String sql = "SELECT * FROM TUMBLE(TABLE orders, DESCRIPTOR(at0), INTERVAL '1' DAY)";
        PlannerSettings india = new PlannerSettings("public", ZoneOffset.ofHoursMinutes(5, 30), true);
        IncrementalWindow window =
                (IncrementalWindow) new Statements(catalog, india).plan(sql).root();
        assertThat(window.window().offsetMicros()).isEqualTo(-330 * 60_000_000L);
        PlannerSettings paris = new PlannerSettings("public", ZoneId.of("Europe/Paris"), true);
        IncrementalWindow days =
                (IncrementalWindow) new Statements(catalog, paris).plan(sql).root();
        assertThat(days.window().calendar()).contains(ZoneId.of("Europe/Paris"));
        String hours = "SELECT * FROM TUMBLE(TABLE orders, DESCRIPTOR(at0), INTERVAL '1' HOUR)";
        IncrementalWindow hour =
                (IncrementalWindow) new Statements(catalog, paris).plan(hours).root();
        assertThat(hour.window().calendar()).isEmpty();
        String quarters = "SELECT * FROM TUMBLE(TABLE orders, DESCRIPTOR(at0), INTERVAL '6' HOUR)";
        assertCode(() -> new Statements(catalog, paris).plan(quarters), ErrorCode.UNSUPPORTED);
    }

    @Test
    void withoutImplicitConversionsTextIsNoNumber() {
        PlannerSettings strict = new PlannerSettings("public", ZoneOffset.UTC, false);
        assertCode(() -> new Statements(catalog, strict).plan("SELECT id + '1' FROM orders"), ErrorCode.TYPE_MISMATCH);
        assertThat(statements.plan("SELECT id + '1' FROM orders")).isNotNull();
        assertCode(() -> statements.plan("SELECT id + customer FROM orders"), ErrorCode.TYPE_MISMATCH);
    }

    @Test
    void namesMatchWithoutCaseAndWithCatalogAndSchema() {
        PlannedQuery query = statements.plan("SELECT o.CUSTOMER FROM Tidemark.PUBLIC.ORDERS AS o WHERE O.id = 1");
        assertThat(((IncrementalScan) leaf(query.root())).relation().name().name())
                .isEqualTo("orders");
    }

    @Test
    void otherScriptsAndRaggedTextSurvive() {
        PlannedQuery query =
                statements.plan("SELECT CASE WHEN id > 1 THEN 'größer 漢字 😀' ELSE 'k' END AS t FROM orders");
        assertThat(Explainer.explain(query, Level.DEFAULT)).contains("'größer 漢字 😀'", "'k'");
        assertThat(query.root()
                        .rowType()
                        .getFieldList()
                        .get(0)
                        .getType()
                        .getSqlTypeName()
                        .getName())
                .isEqualTo("VARCHAR");
    }

    @Test
    void severalThreadsPlanAtOnce() throws Exception {
        String sql =
                "SELECT window_end, customer, SUM(amount) FROM HOP(TABLE orders, DESCRIPTOR(ts), INTERVAL '1' HOUR,"
                        + " INTERVAL '2' HOUR) WHERE amount > 3 GROUP BY window_end, customer EMIT APPEND";
        String expected = statements.explain(sql, Level.PLAN);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            List<Future<String>> plans = IntStream.range(0, 16)
                    .mapToObj(i -> pool.submit(() -> statements.explain(sql, Level.PLAN)))
                    .toList();
            for (Future<String> plan : plans) {
                assertThat(plan.get()).isEqualTo(expected);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void warmingUpPlansWithoutError() {
        Planner.warmUp();
        assertThat(Planner.isPush(new StatementParser().parse("SELECT STREAM 1")))
                .isTrue();
    }
}
