package io.tidemark.shell.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class ErrorReportTest {

    @Test
    void theFragmentIsMarkedInItsLineAndTheHintStandsApart() {
        SQLException error = new SQLException(
                "no column \"amout\" in stream \"orders\" at line 2, column 8: amout. did you mean \"amount\"?",
                "42703",
                1002);
        assertThat(ErrorReport.of(error, "SELECT id,\n       amout, ts\nFROM orders", "demo.sql:7"))
                .isEqualTo("""
                        demo.sql:7: ERROR 42703 (1002): no column "amout" in stream "orders"
                        LINE 2:        amout, ts
                                       ^^^^^
                        HINT: did you mean "amount"?
                        """);
    }

    @Test
    void aFragmentOverSeveralLinesIsMarkedToTheEndOfTheFirst() {
        SQLException error =
                new SQLException("a window needs a watermark at line 1, column 3: TUMBLE( TABLE s )", "42T11", 1211);
        assertThat(ErrorReport.of(error, "  TUMBLE(\n TABLE s )", null)).isEqualTo("""
                        ERROR 42T11 (1211): a window needs a watermark
                        LINE 1:   TUMBLE(
                                  ^^^^^^^
                        """);
    }

    @Test
    void theTextOfAStatementWithAPasswordIsNotRepeated() {
        SQLException error = new SQLException(
                "secret \"k\" already exists at line 1, column 15: k. give another name", "42P07", 1013);
        for (String statement : new String[] {
            "CREATE SECRET k AS 'hidden'",
            "ALTER USER cy PASSWORD hidden",
            "CREATE SECRT k AS 'hidden'",
            "create table t (x int) with ('connector' = 'jdbc', 'password' = 'hidden')"
        }) {
            assertThat(ErrorReport.of(error, statement, null))
                    .isEqualTo(
                            "ERROR 42P07 (1013): secret \"k\" already exists at line 1, column 15: k. give another name\n");
        }
    }

    @Test
    void aQueryAboutPasswordsIsRepeated() {
        SQLException error = new SQLException("no column \"password\" at line 1, column 8: password", "42703", 1002);
        assertThat(ErrorReport.of(error, "SELECT password FROM t WHERE x = 'a'", null))
                .contains("LINE 1: SELECT password");
    }

    @Test
    void aPlaceWithoutFragmentGetsOneCaret() {
        SQLException error =
                new SQLException("unexpected end of text at line 1, column 7. Expected an expression", "42601", 1001);
        assertThat(ErrorReport.of(error, "SELECT", null)).isEqualTo("""
                        ERROR 42601 (1001): unexpected end of text
                        LINE 1: SELECT
                                      ^
                        HINT: Expected an expression
                        """);
    }

    @Test
    void wideCharactersBeforeTheFragmentMoveTheCaret() {
        SQLException error = new SQLException("no column \"x\" at line 1, column 14: x", "42703", 1002);
        assertThat(ErrorReport.of(error, "SELECT '東京', x", null)
                        .lines()
                        .toList()
                        .get(2))
                .isEqualTo(" ".repeat(8 + 15) + "^");
    }

    @Test
    void aMessageWithoutPlaceIsShownAsItIs() {
        assertThat(ErrorReport.of(new SQLException("out of memory", "53200", 4001), "SELECT 1", null))
                .isEqualTo("ERROR 53200 (4001): out of memory\n");
    }

    @Test
    void aPlaceThatIsNotInTheStatementIsLeftInTheMessage() {
        assertThat(ErrorReport.of(new SQLException("bad view at line 9, column 1", "42000", 1013), "SELECT 1", null))
                .isEqualTo("ERROR 42000 (1013): bad view at line 9, column 1\n");
    }
}
