package io.tidemark.server.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiteralTemplateTest {

    @Test
    void literalsAfterAnEqualsSignAndInListsBecomeQuestionMarks() {
        assertThat(LiteralTemplate.of(
                        "SELECT a1, \"b 'c\" FROM t2 WHERE k = 5 AND s='it''s' AND x IN (1.50 , 'z',007)"))
                .contains(new LiteralTemplate(
                        "SELECT a1, \"b 'c\" FROM t2 WHERE k = ? AND s=? AND x IN (? , ?,?)",
                        List.of(new BigDecimal("5"), "it's", new BigDecimal("1.50"), "z", new BigDecimal("007"))));
    }

    @Test
    void otherLiteralsStay() {
        assertThat(LiteralTemplate.of("SELECT 1 FROM t WHERE k = -5 AND d = DATE '2024-01-01' AND x = 1e3 AND y = X'ab'"
                        + " AND z = .5 AND n > 7 AND s LIKE 'a%' AND k = 6 LIMIT 3"))
                .contains(new LiteralTemplate(
                        "SELECT 1 FROM t WHERE k = -5 AND d = DATE '2024-01-01' AND x = 1e3 AND y = X'ab'"
                                + " AND z = .5 AND n > 7 AND s LIKE 'a%' AND k = ? LIMIT 3",
                        List.of(new BigDecimal("6"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "SELECT * FROM t",
                "SELECT * FROM t WHERE k = ? AND x = 5",
                "SELECT * FROM t WHERE k = 5 -- five",
                "SELECT * FROM t WHERE k = /* five */ 5",
                "SELECT * FROM `t` WHERE k = 5",
                "SELECT * FROM t WHERE k = 'open",
                "SELECT * FROM t WHERE k = 1.2.3",
                "SELECT * FROM t WHERE k = 123456789012345678901234567890123456789"
            })
    void aTextWithoutSuchLiteralsOrWithAnythingUnusualHasNone(String sql) {
        assertThat(LiteralTemplate.of(sql)).isEmpty();
    }
}
