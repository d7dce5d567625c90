package io.tidemark.planner.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class StatementReaderTest {

    private final StatementReader reader = new StatementReader(false, "public");

    @Test
    void settingsAreNoDefinitions() {
        assertThat(reader.read("SET 'time-zone' = 'UTC'"))
                .isEqualTo(new Statement.SetProperty(Optional.of("time-zone"), Optional.of("UTC"), false));
        assertThat(reader.read("RESET")).isInstanceOf(Statement.SetProperty.class);
    }

    @Test
    void alteringAQueryIsRead() {
        assertThat(reader.read("ALTER QUERY q SET ('late.rows' = 'fail')"))
                .isEqualTo(new Statement.AlterQuery("q", Map.of("late.rows", "fail")));
    }
}
