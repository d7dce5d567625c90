package io.tidemark.shell.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqlLineParserTest {

    @Test
    void textIsCompleteWhenItsLastStatementHasEnded() {
        assertThat(SqlLineParser.isComplete("SELECT 1;")).isTrue();
        assertThat(SqlLineParser.isComplete("SELECT 1; -- done")).isTrue();
        assertThat(SqlLineParser.isComplete("")).isTrue();
        assertThat(SqlLineParser.isComplete("\\d")).isTrue();
        assertThat(SqlLineParser.isComplete("SELECT 1")).isFalse();
        assertThat(SqlLineParser.isComplete("SELECT ';")).isFalse();
        assertThat(SqlLineParser.isComplete("/* open ;")).isFalse();
        assertThat(SqlLineParser.isComplete("EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1;"))
                .isFalse();
    }
}
