package io.tidemark.shell.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.shell.live.LiveQuery.OrderKey;
import org.junit.jupiter.api.Test;

class LiveQueryTest {

    @Test
    void aNameStandsForAllOfARelation() {
        LiveQuery query = LiveQuery.of("shop.\"totals\";");
        assertThat(query.push(true))
                .isEqualTo(
                        "SELECT STREAM ROW_KIND() AS \"change kind\", EPOCH() AS \"change epoch\", live.* FROM (SELECT * FROM"
                                + " shop.\"totals\") AS live");
        assertThat(query.push(false))
                .isEqualTo(
                        "SELECT STREAM ROW_KIND() AS \"change kind\", live.* FROM (SELECT * FROM shop.\"totals\") AS live");
    }

    @Test
    void anOrderThatChoosesNoRowsIsLeftToTheScreen() {
        LiveQuery query = LiveQuery.of("SELECT STREAM city, n FROM totals ORDER BY 2 DESC NULLS LAST, \"city\"");
        assertThat(query.select()).isEqualTo("SELECT city, n FROM totals");
        assertThat(query.order()).containsExactly(new OrderKey("2", true), new OrderKey("city", false));
    }

    @Test
    void anOrderThatChoosesRowsIsKept() {
        LiveQuery query = LiveQuery.of("select city, n from totals order by n desc limit 10");
        assertThat(query.select()).isEqualTo("select city, n from totals order by n desc limit 10");
        assertThat(query.order()).containsExactly(new OrderKey("n", true));
    }

    @Test
    void theOrderOfASubqueryIsItsOwn() {
        LiveQuery query = LiveQuery.of("WITH t AS (SELECT a FROM s ORDER BY a LIMIT 3) SELECT * FROM t");
        assertThat(query.select()).isEqualTo("WITH t AS (SELECT a FROM s ORDER BY a LIMIT 3) SELECT * FROM t");
        assertThat(query.order()).isEmpty();
    }

    @Test
    void theEmitClauseStaysLast() {
        LiveQuery query =
                LiveQuery.of("SELECT a, COUNT(*) FROM s GROUP BY a ORDER BY a EMIT UPDATE EVERY INTERVAL '1' SECOND");
        assertThat(query.push(false))
                .endsWith("FROM (SELECT a, COUNT(*) FROM s GROUP BY a) AS live EMIT UPDATE EVERY INTERVAL '1' SECOND");
        assertThat(query.order()).containsExactly(new OrderKey("a", false));
    }

    @Test
    void whatIsNoColumnEndsTheOrder() {
        assertThat(LiveQuery.of("SELECT a, b FROM s ORDER BY a, a + b, b").order())
                .containsExactly(new OrderKey("a", false));
    }
}
