package io.tidemark.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfidentialTextTest {

    private static String with(String options) {
        return "CREATE TABLE t (user INT, password INT) WITH ('connector' = 'jdbc', " + options + ")";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "'password' = 'a''b' | 'password' = '***'",
                "'password'='x', 'table-name' = 'y' | 'password'='***', 'table-name' = 'y'",
                "\"password\" = 'x' | \"password\" = '***'",
                "properties.ssl.keystore.password = 'x' | properties.ssl.keystore.password = '***'",
                "'password' = 12345 | 'password' = ***",
                "'password' /* ' */ = 'x' | 'password' /* ' */ = '***'",
                "'password' = '${secret:p}' | 'password' = '${secret:p}'",
                "'jaas.config' = 'a=\"${secret:p}\";' | 'jaas.config' = 'a=\"${secret:p}\";'",
                "'properties.sasl.jaas.config' = 'login password=\"x\";' | 'properties.sasl.jaas.config' = '***'",
                "'url' = 'jdbc:x://h/d?password=x&a=b' | 'url' = 'jdbc:x://h/d?password=***&a=b'",
                "'url' = 'jdbc:x://ada:x@h/d' | 'url' = 'jdbc:x://ada:***@h/d'",
                "'key.format' = 'json' | 'key.format' = 'json'",
            })
    void whatIsConfidentialAmongOptionsIsHidden(String options, String shown) {
        assertThat(ConfidentialText.hidden(with(options))).isEqualTo(with(shown));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "CREATE USER ada PASSWORD 'a''b' | CREATE USER ada PASSWORD '***'",
                "CREATE SECRET password AS 'x' | CREATE SECRET password AS '***'",
                "CREATE OR REPLACE SECRET s AS 'x' | CREATE OR REPLACE SECRET s AS '***'",
                "ALTER SECRET s AS 'x' | ALTER SECRET s AS '***'",
                "DROP SECRET s | DROP SECRET s",
                "/* mine */ CREATE TABLE t (user INT) WITH ('k' = 'x') | /* mine */ CREATE TABLE t (user INT) WITH ('k' = 'x')",
                "GRANT USAGE ON SECRET s TO ben | GRANT USAGE ON SECRET s TO ben",
                "SELECT password FROM users WHERE name = 'x' | SELECT password FROM users WHERE name = 'x'",
                "CREATE VIEW v AS SELECT password = 'x' FROM t | CREATE VIEW v AS SELECT password = 'x' FROM t",
            })
    void whatAStatementSetsIsHidden(String sql, String shown) {
        assertThat(ConfidentialText.hidden(sql)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "CREATE SECRET s AS geheim",
                "CREATE SECRET s AS my geheim text",
                "CREATE SECRET s geheim",
                "CREATE SECRET IF NOT EXISTS s AS \"geheim\"",
                "CREATE SECRET s AS 'geheim",
                "CREATE SECRET s VALUE 'geheim'",
                "EXPLAIN CREATE SECRET s AS 'geheim'",
                "CREATE TABLE t (k INT) WITH ('password' = 'geheim",
                "CREATE TABLE t (k INT) WITH 'password' = 'geheim'",
            })
    void ofWhatIsNoStatementEverythingThatMayBeConfidentialIsCovered(String sql) {
        assertThat(ConfidentialText.coveredUnread(sql))
                .hasSameSizeAs(sql)
                .doesNotContain("geheim")
                .startsWith(sql.substring(0, 12));
    }

    @Test
    void aLongStringIsCoveredWithoutEnd() {
        String sql = "CREATE SECRET s AS '" + "a''".repeat(100_000) + "'";
        assertThat(ConfidentialText.hidden(sql)).isEqualTo("CREATE SECRET s AS '***'");
    }
}
