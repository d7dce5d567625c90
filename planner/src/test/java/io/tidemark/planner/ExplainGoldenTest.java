package io.tidemark.planner;

import io.tidemark.sql.ast.command.SqlExplainStatement.Level;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplainGoldenTest {
    private static final String QUAKES = """
            CREATE STREAM quakes (
              id STRING, "time" BIGINT, mag DOUBLE, net STRING,
              ts AS TO_TIMESTAMP("time", 3),
              WATERMARK FOR ts AS ts - INTERVAL '2' DAY
            ) WITH ('connector' = 'filesystem', 'path' = '/data', 'format' = 'json')""";
    private static final String ORDERS = """
            CREATE STREAM orders (
              id BIGINT, customer STRING, amount DECIMAL(10, 2), ts TIMESTAMP(3),
              day_ AS CAST(ts AS DATE),
              WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
            ) WITH ('connector' = 'kafka', 'topic' = 'orders', 'format' = 'json')""";

    private final Statements statements = new Statements(FakeCatalog.of(
            QUAKES,
            ORDERS,
            "CREATE STREAM clicks (usr STRING, url STRING, moment TIMESTAMP(3))",
            "CREATE TABLE customers (id BIGINT PRIMARY KEY, name STRING, city STRING)",
            "CREATE TABLE daily (day_start TIMESTAMP(3), quakes BIGINT, strongest DOUBLE, PRIMARY KEY (day_start))",
            "CREATE VIEW bigger AS SELECT id, customer, amount, ts FROM orders WHERE amount >= 100"));

    private void check(String name, String sql) {
        StringBuilder text = new StringBuilder(sql).append("\n");
        for (Level level : List.of(Level.DEFAULT, Level.PLAN, Level.LOGICAL, Level.STATE)) {
            text.append("\n---- ").append(level).append("\n").append(statements.explain(sql, level));
        }
        new GoldenFile("explain/" + name + ".txt").check(text.toString());
    }

    @Test
    void aFinalDailyCount() {
        check("final-daily-count", """
                INSERT INTO daily
                SELECT window_start, COUNT(*), MAX(mag)
                FROM TABLE(TUMBLE(TABLE quakes, DESCRIPTOR(ts), INTERVAL '1' DAY))
                GROUP BY window_start, window_end
                EMIT APPEND ONCE""");
    }

    @Test
    void aViewThatGrowsWithItsKeys() {
        check("view-by-network", """
                CREATE MATERIALIZED VIEW strongest AS
                SELECT net, MAX(mag) AS strongest, COUNT(*) FILTER (WHERE mag >= 4.5) AS many
                FROM quakes GROUP BY net""");
    }

    @Test
    void aPushQueryOverHoppingWindowsOfAView() {
        check("push-hop", """
                SELECT ROW_KIND() AS kind, window_end, customer, SUM(amount) AS total
                FROM HOP(TABLE bigger, DESCRIPTOR(ts), INTERVAL '5' MINUTE, INTERVAL '1' HOUR)
                GROUP BY window_start, window_end, customer
                HAVING SUM(amount) > 1000
                EMIT UPDATE EVERY INTERVAL '10' SECOND""");
    }

    @Test
    void aSnapshotWithOrderAndLimit() {
        check("snapshot", """
                SELECT city, COUNT(*) AS n, UPPER(MIN(name)) AS first_name FROM customers
                WHERE name LIKE 'A%' AND id IN (1, 2, 3)
                GROUP BY city ORDER BY n DESC, city LIMIT 10""");
    }

    @Test
    void groupsByDayAndHourWithoutAWindowFunction() {
        check("calendar-groups", """
                SELECT day_, FLOOR(ts TO HOUR) AS h, AVG(amount) AS mean FROM orders
                WHERE amount <> 0 GROUP BY day_, FLOOR(ts TO HOUR) EMIT APPEND""");
    }

    @Test
    void aWindowWithoutWatermarkIsNeverDropped() {
        check("no-watermark", """
                CREATE MATERIALIZED VIEW perhour AS
                SELECT TUMBLE_START(moment, INTERVAL '1' HOUR) AS h, COUNT(*) AS n
                FROM clicks GROUP BY TUMBLE(moment, INTERVAL '1' HOUR)""");
    }

    @Test
    void aUnionOfStreamsWithTheClockInIt() {
        check("union", """
                SELECT STREAM id, CURRENT_TIMESTAMP AS seen FROM orders
                UNION ALL SELECT id, CURRENT_TIMESTAMP FROM bigger LIMIT 5""");
    }

    @Test
    void aDifferenceOfStreams() {
        check("except", """
                CREATE MATERIALIZED VIEW unpaid AS
                SELECT id, ts FROM orders EXCEPT ALL SELECT id, ts FROM bigger""");
    }

    @Test
    void aPatternOfRows() {
        check("match", """
                CREATE MATERIALIZED VIEW rises AS SELECT * FROM orders MATCH_RECOGNIZE (
                  PARTITION BY customer ORDER BY ts
                  MEASURES FIRST(up.ts) AS since, LAST(up.amount) - low.amount AS gain
                  AFTER MATCH SKIP TO LAST up
                  PATTERN (low up{2,}? (other | low)) WITHIN INTERVAL '1' HOUR
                  DEFINE up AS amount > PREV(amount)) AS m""");
    }

    @Test
    void aggregatesThatHaveToKnowAllArguments() {
        check("kept-arguments", """
                CREATE MATERIALIZED VIEW per_city AS
                SELECT city, COUNT(DISTINCT name) AS names, MAX(id) AS newest, COUNT(*) AS n
                FROM customers GROUP BY city""");
        check("kept-arguments-of-a-stream", """
                CREATE MATERIALIZED VIEW buyers AS
                SELECT COUNT(DISTINCT customer) AS n, MAX(amount) AS most FROM orders""");
    }

    @Test
    void theFirstRowsOfEachKey() {
        check("top-n", """
                CREATE MATERIALIZED VIEW dearest AS
                SELECT customer, id, amount FROM orders
                QUALIFY ROW_NUMBER() OVER (PARTITION BY customer ORDER BY amount DESC, id) <= 3""");
        check("top-n-of-windows", """
                SELECT * FROM (SELECT window_end, customer, SUM(amount) AS total,
                  RANK() OVER (PARTITION BY window_end ORDER BY SUM(amount) DESC) AS place
                FROM TUMBLE(TABLE orders, DESCRIPTOR(ts), INTERVAL '1' HOUR) GROUP BY window_start, window_end, customer)
                WHERE place BETWEEN 2 AND 3 AND customer <> 'x' EMIT APPEND""");
    }

    @Test
    void functionsOfTheRowsAround() {
        check("over", """
                CREATE MATERIALIZED VIEW around AS
                SELECT id, amount - LAG(amount) OVER w AS grown, AVG(amount) OVER r AS mean,
                  COUNT(*) OVER () AS n FROM orders
                WINDOW w AS (PARTITION BY customer ORDER BY id), r AS (PARTITION BY customer ORDER BY id ROWS 2 PRECEDING)""");
        check("over-by-time", """
                SELECT customer, SUM(amount) OVER (PARTITION BY customer ORDER BY ts) AS total,
                  MAX(id) OVER (ORDER BY ts RANGE BETWEEN INTERVAL '1' MINUTE PRECEDING AND INTERVAL '5' SECOND FOLLOWING) AS newest
                FROM orders EMIT APPEND""");
    }

    @Test
    void aggregatesInAnOrder() {
        check("ordered-aggregates", """
                CREATE MATERIALIZED VIEW per_city AS
                SELECT city, LISTAGG(DISTINCT name, '; ') AS names, STRING_AGG(name, '-' ORDER BY id DESC) AS by_age,
                  MEDIAN(id) AS middle, PERCENTILE_DISC(0.9) WITHIN GROUP (ORDER BY id DESC) AS late,
                  MAX_BY(name, id) FILTER (WHERE id > 3) AS newest, FIRST_VALUE(name) WITHIN GROUP (ORDER BY id) AS oldest,
                  JSON_ARRAYAGG(name ORDER BY id) AS arr, JSON_OBJECTAGG(KEY name VALUE id) AS obj, MODE(name) AS often,
                  STDDEV(id) AS spread, CORR(id, CHAR_LENGTH(name)) AS related, BOOL_AND(id > 1) AS all_, ANY_VALUE(name) AS some_,
                  APPROX_COUNT_DISTINCT(name) AS many, BIT_XOR(id) AS bits
                FROM customers GROUP BY city""");
    }

    @Test
    void groupingSetsOverAnHour() {
        check("grouping-sets", """
                CREATE MATERIALIZED VIEW totals AS
                SELECT FLOOR(ts TO HOUR) AS h, customer, GROUPING(FLOOR(ts TO HOUR), customer) AS level, SUM(amount) AS total,
                  LISTAGG(customer, ';') AS names
                FROM orders GROUP BY ROLLUP (FLOOR(ts TO HOUR), customer) HAVING COUNT(*) > 1""");
    }

    @Test
    void aChangeOfATable() {
        check("update", "UPDATE customers SET city = UPPER(city), name = 'x' WHERE id = ?");
    }
}
