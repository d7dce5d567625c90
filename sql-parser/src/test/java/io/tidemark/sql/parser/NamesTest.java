package io.tidemark.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sql.ast.SqlCreateRelation;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlSelect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    private final StatementParser parser = new StatementParser();
    private final StatementPrinter printer = new StatementPrinter();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "advance",
                "analyze",
                "append",
                "bytes",
                "changes",
                "code",
                "comment",
                "complete",
                "connectors",
                "delay",
                "drain",
                "enforced",
                "every",
                "flush",
                "formats",
                "function",
                "functions",
                "grants",
                "if",
                "index",
                "indexes",
                "jar",
                "logical",
                "materialized",
                "metadata",
                "once",
                "password",
                "pause",
                "plan",
                "queries",
                "query",
                "resume",
                "roles",
                "schemas",
                "settings",
                "show",
                "state",
                "stop",
                "stream",
                "streams",
                "string",
                "tables",
                "timestamp_ltz",
                "users",
                "view",
                "views",
                "virtual",
                "watermark",
                "why",
                "key",
                "name",
                "type",
                "status",
                "level",
                "version",
                "source",
                "data",
                "timestamp_",
                "count_"
            })
    void a_word_of_the_dialect_stays_usable_as_a_name(String word) {
        assertThat(Vocabulary.instance().isReserved(word)).isFalse();
        String create = "CREATE TABLE %1$s (%1$s INT, PRIMARY KEY (%1$s))".formatted(word);
        assertThat(((SqlCreateRelation) parser.parse(create)).name()).hasToString(word);
        String select = "SELECT t.%1$s, %1$s + 1 AS %1$s FROM %1$s t, u %1$s WHERE %1$s > 1 GROUP BY %1$s EMIT ONCE";
        assertThat(printer.print(parser.parse(select.formatted(word)))).contains(word);
    }

    static List<String> wordsThatCalciteReserves() {
        return List.of("""
                    allocate are array_max_cardinality asensitive at atomic authorization avg begin_frame begin_partition bit blob
                    called cascaded classifier clob close collect column commit condition connect contains corr corresponding
                    count current_row current_transform_group_for_type cycle datetime day deallocate declare deref deterministic
                    disconnect dynamic each element end_frame end_partition exec exp external frame_row free get global grant
                    groups hold hour identity import indicator initial inout insensitive language large like_regex local lower
                    matches max measures member method min minute mod modifies module month national nchar nclob no none normalize
                    occurrences_regex old omit only open out parameter percent period portion position_regex power prepare prev
                    procedure rank reads ref references referencing regr_avgx regr_avgy regr_intercept regr_r2 regr_slope regr_sxy
                    release result return returns revoke rollback savepoint scope scroll search second seek sensitive
                    specifictype sql sqlexception sqlstate sqlwarning start static subset substring_regex sum system timezone_hour
                    timezone_minute translate_regex translation treat trigger trim_array upper uuid value value_of versioning
                    whenever width_bucket year
                    """.strip().split("\\s+"));
    }

    @ParameterizedTest
    @MethodSource("wordsThatCalciteReserves")
    void a_word_that_no_statement_of_the_dialect_needs_is_a_name_like_others(String word) {
        a_word_of_the_dialect_stays_usable_as_a_name(word);
        String columns = "SELECT %1$s, a %1$s, (%1$s), -%1$s, CASE WHEN %1$s THEN %1$s END, f(%1$s), %1$s IS NULL"
                + " FROM t AS %1$s WHERE %1$s BETWEEN %1$s AND 3 AND %1$s IN (%1$s, 1) ORDER BY %1$s, a LIMIT 1";
        String printed = printer.print(parser.parse(columns.formatted(word)));
        assertThat(printer.print(parser.parse(printed))).isEqualTo(printed);
        assertThat(printed).doesNotContain("\"");
        String stream =
                "CREATE STREAM s (a INT, %1$s TIMESTAMP(3), b AS %1$s, WATERMARK FOR %1$s AS %1$s - INTERVAL '1' DAY)";
        assertThat(parser.parse(stream.formatted(word))).isInstanceOf(SqlCreateRelation.class);
    }

    @Test
    void words_that_are_names_keep_their_meaning_where_they_have_one() {
        String sql = "SELECT COUNT(*) AS count, MAX(value) max, YEAR(day) AS year, EXTRACT(DAY FROM ts) AS day,"
                + " FLOOR(ts TO HOUR) AS hour, ts + INTERVAL '1' DAY, INTERVAL '1 2' DAY TO HOUR, UUID '"
                + "123e4567-e89b-12d3-a456-426614174000', MOD(a, 2), LOWER(b), TIMESTAMPDIFF(SECOND, a, b) FROM t";
        String printed = printer.print(parser.parse(sql));
        assertThat(printed).contains("COUNT(*) AS count", "EXTRACT(DAY FROM ts) AS day", "FLOOR(ts TO HOUR) AS hour");
        assertThat(printer.print(parser.parse(printed))).isEqualTo(printed);
    }

    @Test
    void only_emit_is_reserved_beyond_calcite() {
        assertThat(Vocabulary.instance().isReserved("emit")).isTrue();
        assertThat(Vocabulary.instance().isReserved("select")).isTrue();
        assertThat(Vocabulary.instance().isReserved("no_keyword")).isFalse();
    }

    @Test
    void names_keep_their_case_with_and_without_quotes() {
        SqlSelect select = (SqlSelect) parser.parse("SELECT userId, \"UserID\" FROM MyTable");
        assertThat(select.getSelectList()).hasToString("`userId`, `UserID`");
        assertThat(select.getFrom()).hasToString("MyTable");
    }

    @Test
    void back_ticks_quote_where_the_connection_says_so() {
        StatementParser java = new StatementParser(IdentifierQuoting.BACK_TICK);
        SqlSelect select = (SqlSelect) java.parse("SELECT `a b`, `c``d` FROM `table`");
        assertThat(select.getSelectList().stream()
                        .map(SqlIdentifier.class::cast)
                        .map(SqlIdentifier::getSimple))
                .isEqualTo(List.of("a b", "c`d"));
        assertThat(printer.print(select)).isEqualTo("SELECT \"a b\", \"c`d\"\nFROM \"table\"");
    }

    @Test
    void the_printer_quotes_what_needs_it() {
        assertThat(printer.name("plain_1")).isEqualTo("plain_1");
        assertThat(printer.name("stream")).isEqualTo("stream");
        assertThat(printer.name("table")).isEqualTo("\"table\"");
        assertThat(printer.name("a\"b")).isEqualTo("\"a\"\"b\"");
        assertThat(printer.name("1a")).isEqualTo("\"1a\"");
    }

    @Test
    void text_of_any_script_survives_printing() {
        String sql = "SELECT 'größer 名 😀', \"ключ\" FROM \"名前\"";
        assertThat(printer.print(parser.parse(sql))).isEqualTo(sql.replace(" FROM", "\nFROM"));
    }

    @Test
    void a_cast_with_colons_binds_tighter_than_arithmetic_and_is_an_ordinary_cast() {
        assertThat(printer.print(parser.parseExpression("-a::INT + b * c::DECIMAL(3, 1)::STRING")))
                .isEqualTo("- CAST(a AS INTEGER) + b * CAST(CAST(c AS DECIMAL(3, 1)) AS VARCHAR)");
    }
}
