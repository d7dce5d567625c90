package io.tidemark.shell.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlanLinesTest {

    @Test
    void linesThatFitStayAsTheyAre() {
        List<String> lines = List.of("Calc a, b where c > 1", "└ Scan stream s (a, b, c)", "", "mode       UPDATE");
        assertThat(PlanLines.wrapLines(lines, 100)).isEqualTo(lines);
    }

    @Test
    void aLongLineIsBrokenAfterCommasAndTheTreeIsDrawnThrough() {
        assertThat(wrap(
                        50,
                        "Aggregate by city: n = COUNT(*), total = SUM(amount), most = MAX(amount)",
                        "│   changelog RETRACT, emission EARLY",
                        "└ Join orders.city = cities.name and orders.day_ = cities.day_",
                        "  ├ Calc city, amount, level = CASE WHEN a = 0 THEN 0 WHEN a = 1 THEN 1 ELSE 3 END",
                        "  │ └ Scan stream orders (city, amount, a)",
                        "  └ Scan table cities (name, population, country, day_)"))
                .containsExactly(
                        "Aggregate by city: n = COUNT(*),",
                        "│   total = SUM(amount), most = MAX(amount)",
                        "│   changelog RETRACT, emission EARLY",
                        "└ Join orders.city = cities.name",
                        "  │   and orders.day_ = cities.day_",
                        "  ├ Calc city, amount, level = CASE",
                        "  │ │   WHEN a = 0 THEN 0 WHEN a = 1 THEN 1",
                        "  │ │   ELSE 3 END",
                        "  │ └ Scan stream orders (city, amount, a)",
                        "  └ Scan table cities (name, population, country,",
                        "        day_)");
    }

    @Test
    void aFieldGoesOnBelowItsValue() {
        assertThat(wrap(
                        40,
                        "watermark  of stream orders: event time ts, W = the greatest ts",
                        "│   state     one row for each group, dropped when ts < W"))
                .containsExactly(
                        "watermark  of stream orders:",
                        "           event time ts, W = the",
                        "           greatest ts",
                        "│   state     one row for each group,",
                        "│             dropped when ts < W");
    }

    @Test
    void nothingIsBrokenWithinQuotes() {
        assertThat(wrap(40, "Calc a where name = 'a text that is longer than a line is wide, with commas'"))
                .containsExactly("Calc a where name =", "    'a text that is longer than a line is wide, with commas'");
    }

    @Test
    void namesOfNodesAreBrokenBesideTheirFigures() {
        assertThat(wrap(
                        58,
                        "node                                            rows in   rows out",
                        "Aggregate by customer: orders = COUNT(*)      2,000,000  3,700,000",
                        "└ Scan stream orders (customer)                          2,000,000",
                        "",
                        "rows delivered: 2"))
                .containsExactly(
                        "node                                    rows in   rows out",
                        "Aggregate by customer:                2,000,000  3,700,000",
                        "│   orders = COUNT(*)",
                        "└ Scan stream orders (customer)                  2,000,000",
                        "",
                        "rows delivered: 2");
    }

    @Test
    void figuresComeBelowNamesThatTheyLeaveNoRoom() {
        assertThat(wrap(
                        60,
                        "node                                 rows in   rows out  state rows     state  watermark",
                        "Aggregate by customer: COUNT(*)    2,000,000  3,700,000     300,000  15.5 MiB",
                        "└ Watermark W = max(ts)            2,000,000  2,000,000                        2024-12-31 22:19:03.017",
                        "  └ Scan stream orders (customer)             2,000,000"))
                .containsExactly(
                        "Aggregate by customer: COUNT(*)",
                        "│   rows in 2,000,000, rows out 3,700,000,",
                        "│       state rows 300,000, state 15.5 MiB",
                        "└ Watermark W = max(ts)",
                        "  │   rows in 2,000,000, rows out 2,000,000,",
                        "  │       watermark 2024-12-31 22:19:03.017",
                        "  └ Scan stream orders (customer)",
                        "        rows out 2,000,000");
    }

    @Test
    void nothingIsLost() {
        String line =
                "Aggregate by city: names = LISTAGG(DISTINCT name, '; '), by_age = LISTAGG(name, '-') WITHIN GROUP (ORDER BY"
                        + " id desc), middle = PERCENTILE_CONT(id, 0.5) WITHIN GROUP (ORDER BY id)   (line 8, column 25)";
        for (int width = 30; width < 130; width++) {
            List<String> pieces = wrap(width, line);
            assertThat(String.join(" ", pieces).replaceAll("\\s+", " ")).isEqualTo(line.replaceAll("\\s+", " "));
        }
    }

    @Test
    void aPlanIsWhatExplainGives() {
        assertThat(PlanLines.isPlan(" explain analyze q")).isTrue();
        assertThat(PlanLines.isPlan("SELECT 1")).isFalse();
    }

    private static List<String> wrap(int width, String... lines) {
        return PlanLines.wrapLines(List.of(lines), width);
    }
}
