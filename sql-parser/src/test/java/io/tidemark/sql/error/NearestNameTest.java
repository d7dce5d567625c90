package io.tidemark.sql.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
    @ParameterizedTest
    @CsvSource({
        "amout, amount, 1",
        "form, from, 1",
        "abc, abc, 0",
        "'', abc, 3",
        "kitten, sitting, 3",
        "ab, ba, 1",
        "ca, abc, 3"
    })
    void a_change_is_a_letter_more_less_other_or_a_swapped_pair(String left, String right, int changes) {
        assertThat(NearestName.distance(left, right)).isEqualTo(changes);
        assertThat(NearestName.distance(right, left)).isEqualTo(changes);
    }

    @Test
    void the_nearest_wins_without_regard_to_case_and_far_ones_never() {
        assertThat(NearestName.of("AMOUT", List.of("about", "amount"))).hasValue("about");
        assertThat(NearestName.of("Usr_Id", List.of("id", "user_id"))).hasValue("user_id");
        assertThat(NearestName.of("xyz", List.of("id", "user_id"))).isEmpty();
        assertThat(NearestName.of("a", List.of("b"))).hasValue("b");
    }

    @Test
    void without_a_near_one_the_hint_lists_what_there_is() {
        assertThat(NearestName.hint("x", List.of(), "known are")).isEmpty();
        assertThat(NearestName.hint("xyz", List.of("id", "user_id"), "known are"))
                .hasValue("known are \"id\", \"user_id\"");
        assertThat(NearestName.list(
                        IntStream.range(0, 25).mapToObj(i -> "n" + i).toList()))
                .endsWith("\"n19\", … (5 more)");
    }
}
