package io.tidemark.runtime.calc;

import static io.tidemark.runtime.testing.OperatorScript.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.batch.ArrayBuilder;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** UNNEST gives out a row for each element, with the row's weight. */
class UnnestOperatorTest {

    private static OperatorScript unnest(boolean ordinality, boolean outer, String input, String output) {
        Schema out = TextRows.schema(output);
        UnnestOperator.Spec spec = new UnnestOperator.Spec(1, ordinality, outer, out);
        return given(TextRows.schema(input), out, handlers -> new UnnestOperator(spec));
    }

    @Test
    void eachElementComesWithItsRowAndGoesWithIt() {
        unnest(false, false, "k VARCHAR, a INT[]", "k VARCHAR, a INT[], x INT")
                .step("p [7,NULL,7]", "q [1]", "r .")
                .expect("p [7,NULL,7] 7 +2", "p [7,NULL,7] .", "q [1] 1")
                .step("p [7,NULL,7] -1", "q [1] +2", "q [5] -1")
                .expect("p [7,NULL,7] 7 -2", "p [7,NULL,7] . -1", "q [1] 1 +2", "q [5] 5 -1")
                .run();
    }

    @Test
    void thePlaceOfAnElementIsCountedFromOne() {
        unnest(true, false, "k INT, a BIGINT[]", "k INT, a BIGINT[], x BIGINT, n INT!")
                .step("1 [7,NULL,7]", "2 .")
                .expect("1 [7,NULL,7] 7 1", "1 [7,NULL,7] . 2", "1 [7,NULL,7] 7 3")
                .run();
    }

    @Test
    void aRowWithoutElementsStaysInALeftJoin() {
        unnest(true, true, "k INT, a INT[]", "k INT, a INT[], x INT, n INT")
                .step("1 [4]", "2 . +3", "3 [NULL]")
                .expect("1 [4] 4 1", "2 . . . +3", "3 [NULL] . 1")
                .run();
    }

    @Test
    void moreElementsThanABatchHasRowsComeInSeveralBatchesWithTheTagsOfTheirRow() {
        Schema input = TextRows.schema("k INT, a INT[]");
        BatchBuilder builder = new BatchBuilder(input);
        for (int row = 0; row < 2; row++) {
            ArrayBuilder array = new ArrayBuilder(input.type(1).arrayElement());
            for (int i = 0; i < 3000; i++) {
                array.element().setLong(i);
                array.endElement();
            }
            builder.column(0).setLong(row);
            array.writeTo(builder.column(1));
            builder.endRow();
        }
        Batch tagged = builder.build().withTags(new RowTags(new long[] {10, 20}, null, null));
        List<Batch> found = new ArrayList<>();
        new UnnestOperator(new UnnestOperator.Spec(1, false, false, TextRows.schema("k INT, a INT[], x INT")))
                .process(0, tagged, found::add);
        long rows = 0;
        long sum = 0;
        for (Batch batch : found) {
            rows += batch.selectedCount();
            for (int i = 0; i < batch.rowCount(); i++) {
                long key = ((LongColumn) batch.column(0)).values[i];
                sum += ((LongColumn) batch.column(2)).values[i];
                long[] watermarks = batch.tags().watermarks;
                assertThat(watermarks == null ? -1 : watermarks[i]).isEqualTo((key + 1) * 10);
            }
        }
        assertThat(found).hasSize(3);
        assertThat(rows).isEqualTo(6000);
        assertThat(sum).isEqualTo(2 * 3000L * 2999 / 2);
    }
}
