package io.tidemark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JDBC's escapes: what the dialect does not read is taken off, everything else stays at its place. */
class EscapeSyntaxTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "SELECT * FROM {oj a LEFT JOIN b ON a.x = b.x}|SELECT * FROM     a LEFT JOIN b ON a.x = b.x ",
                "x LIKE 'a!%' {escape '!'}|x LIKE 'a!%'  escape '!' ",
                "SELECT 1 { LIMIT 5 }|SELECT 1   LIMIT 5  ",
                "{oj a LEFT JOIN {oj b JOIN c ON {fn ABS(1)} = 1} ON 1 = 1}|    a LEFT JOIN     b JOIN c ON {fn ABS(1)} = 1  ON 1 = 1 "
            })
    void itsBracesBecomeBlanks(String sql, String translated) throws SQLException {
        assertThat(EscapeSyntax.translate(sql)).isEqualTo(translated).hasSameSizeAs(sql);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT {d '2024-02-29'}, {ts '2024-02-29 00:00:00'}, {fn UCASE('x')}",
                "SELECT '{oj a}', \"{escape}\" FROM t",
                "SELECT 1 -- {oj a}\n, 2 /* {call f} */",
                "PATTERN (A {2,3} B)",
                "SELECT '{'"
            })
    void whatTheDialectReadsStays(String sql) throws SQLException {
        assertThat(EscapeSyntax.translate(sql)).isEqualTo(sql);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{call f(1)}", "{ ? = call f(1) }", "{CALL f}"})
    void thereIsNothingToCall(String sql) {
        assertThatThrownBy(() -> EscapeSyntax.translate(sql)).isInstanceOf(SQLFeatureNotSupportedException.class);
    }

    @Test
    void whatASessionIsGivenAgainIsTheLastOfEachSetting() {
        SessionState session = new SessionState();
        session.executed("SET 'time-zone' = 'UTC'");
        session.executed("/* a comment */ set 'lex' = 'java'");
        session.executed("-- another\nSET 'TIME-ZONE' = 'Asia/Tokyo'");
        session.executed("SET 'lex'");
        session.executed("SELECT 1");
        session.schema("it's");
        assertThat(session.replay())
                .containsExactly(
                        "/* a comment */ set 'lex' = 'java'",
                        "-- another\nSET 'TIME-ZONE' = 'Asia/Tokyo'",
                        "SET 'schema' = 'it''s'");
        session.executed("RESET");
        assertThat(session.replay()).containsExactly("RESET");
        assertThat(session.isInTransaction()).isFalse();
    }

    @Test
    void aTransactionIsOpenFromItsFirstStatementOn() {
        SessionState session = new SessionState();
        session.executed("BEGIN");
        assertThat(session.isInTransaction()).isTrue();
        session.executed("COMMIT");
        assertThat(session.isInTransaction()).isFalse();
        session.autoCommit(false);
        assertThat(session.isInTransaction()).isFalse();
        session.executed("SELECT 1");
        assertThat(session.isInTransaction()).isTrue();
        session.transactionEnded();
        assertThat(session.isInTransaction()).isFalse();
    }
}
