package io.tidemark.runtime.operator;

import static io.tidemark.runtime.testing.OperatorScript.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.testing.TextRows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits and whole results. */
class SmallOperatorsTest {

    private static final Schema ROWS = TextRows.schema("k INT, v VARCHAR");

    @Test
    void aLimitTakesTheFirstRowsAfterTheOffset() {
        LimitOperator limit = new LimitOperator(2, 4);
        given(ROWS, ROWS, handlers -> new LimitOperator(2, 4))
                .step("1 a", "2 b +3", "3 c")
                .expect("2 b +2", "3 c")
                .step("4 d +7")
                .expect("4 d")
                .step("5 e")
                .expect()
                .run();
        assertThat(limit.isComplete()).isFalse();
        limit.process(0, TextRows.batch(ROWS, List.of(TextRows.row(ROWS, "1 a +6")), false), batch -> {});
        assertThat(limit.isComplete()).isTrue();
        assertThatThrownBy(() -> given(ROWS, ROWS, handlers -> new LimitOperator(0, 4))
                        .step("1 a -1")
                        .run())
                .hasMessageContaining("only takes additions");
    }

    @Test
    void theWholeResultComesOutInEachEpoch() {
        given(ROWS, ROWS, handlers -> new CompleteResultOperator(ROWS))
                .step("1 a", "2 . +2", "3 c", "3 c -1")
                .expect("1 a", "2 . +2")
                .expectStateRows(2)
                .step()
                .expect("1 a", "2 . +2")
                .step("1 a -1", "2 . -1", "1 b")
                .expect("1 b", "2 .")
                .run();
        assertThatThrownBy(() -> given(ROWS, ROWS, handlers -> new CompleteResultOperator(ROWS))
                        .step("1 a -1")
                        .run())
                .hasMessageContaining("weight -1");
    }
}
