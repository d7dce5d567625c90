package io.tidemark.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every statement of {@code refusals.sql} is refused, as {@code refusals.txt} says. */
class RefusalGoldenTest {
    private static final String SEPARATOR = ";\n";

    static FakeCatalog catalog() {
        return FakeCatalog.of(
                """
                CREATE STREAM orders (id BIGINT, customer STRING, amount DECIMAL(10, 2), n INT, ts TIMESTAMP(3),
                  day_ AS CAST(ts AS DATE), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)""",
                "CREATE STREAM clicks (usr STRING, moment TIMESTAMP(3), ltz TIMESTAMP_LTZ(3))",
                "CREATE TABLE customers (id BIGINT PRIMARY KEY, name STRING NOT NULL, city STRING)",
                "CREATE TABLE keyless (id BIGINT, name STRING)",
                "CREATE STREAM files (a TIMESTAMP(3), n BIGINT) WITH ('connector' = 'filesystem')",
                "CREATE STREAM topic (a STRING, n BIGINT) WITH ('connector' = 'kafka')",
                "CREATE TABLE keyed (a STRING, n BIGINT, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'kafka')",
                "CREATE TABLE counts (a STRING, n BIGINT, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'nodeletes')",
                "CREATE MATERIALIZED VIEW percustomer AS SELECT customer, COUNT(*) AS n FROM orders GROUP BY customer",
                "CREATE VIEW recent AS SELECT id, ts FROM orders WHERE n > 3");
    }

    @Test
    void everyRefusalHasItsCodePlaceAndWords() {
        List<String> statements = List.of(new GoldenFile("refusals.sql").read().split(SEPARATOR));
        StringBuilder text = new StringBuilder();
        for (String statement : statements) {
            text.append(refusal(statement.strip())).append("\n\n");
        }
        new GoldenFile("refusals.txt").check(text.toString());
    }

    private static String refusal(String sql) {
        try {
            new Statements(catalog()).run(sql);
        } catch (CodedException e) {
            assertThat(e.code().kind()).as(sql + " " + e).isNotEqualTo(ErrorKind.INTERNAL);
            String place = e.position().map(p -> p.line() + ":" + p.column()).orElse("-");
            return sql + "\n  " + e.code().code() + " " + e.code().sqlState() + " " + place + " " + e.getMessage()
                    + e.fragment().map(f -> "\n  at   " + f).orElse("")
                    + e.hint().map(h -> "\n  hint " + h).orElse("");
        }
        return sql + "\n  ACCEPTED";
    }
}
