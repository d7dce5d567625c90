package io.tidemark.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sql.ast.SqlCreateRelation;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlSelect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
                "if",
                "index",
                "indexes",
                "jar",
                "logical",
                "materialized",
                "metadata",
                "once",
                "pause",
                "plan",
                "queries",
                "query",
                "resume",
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

    @Test
    void only_emit_is_reserved_beyond_calcite() {
        assertThat(Vocabulary.instance().isReserved("emit")).isTrue();
        assertThat(Vocabulary.instance().isReserved("value")).isTrue();
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
        SqlSelect select = (SqlSelect) java.parse("SELECT `a b`, `c``d` FROM `value`");
        assertThat(select.getSelectList().stream()
                        .map(SqlIdentifier.class::cast)
                        .map(SqlIdentifier::getSimple))
                .isEqualTo(List.of("a b", "c`d"));
        assertThat(printer.print(select)).isEqualTo("SELECT \"a b\", \"c`d\"\nFROM \"value\"");
    }

    @Test
    void the_printer_quotes_what_needs_it() {
        assertThat(printer.name("plain_1")).isEqualTo("plain_1");
        assertThat(printer.name("stream")).isEqualTo("stream");
        assertThat(printer.name("value")).isEqualTo("\"value\"");
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
