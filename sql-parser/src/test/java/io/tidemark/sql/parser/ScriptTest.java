package io.tidemark.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.sql.ast.SqlStatementSet;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptTest {
    private final StatementParser parser = new StatementParser();

    @Test
    void a_script_is_cut_at_semicolons_and_each_statement_knows_where_it_began() {
        List<ScriptStatement> statements =
                parser.parseScript("-- first\nSELECT 1;\n\n  /* second; */ SELECT 'a;b' -- c;\n;;SELECT \"x;y\"");
        assertThat(statements)
                .extracting(ScriptStatement::text)
                .containsExactly("SELECT 1", "SELECT 'a;b'", "SELECT \"x;y\"");
        assertThat(statements)
                .extracting(ScriptStatement::start)
                .containsExactly(SourcePosition.at(2, 1), SourcePosition.at(4, 17), SourcePosition.at(5, 3));
        assertThat(statements.get(1).node().getParserPosition().getLineNum()).isEqualTo(1);
    }

    @Test
    void the_semicolons_of_a_statement_set_do_not_end_it() {
        String set = "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT CASE WHEN x THEN 1 END FROM s; INSERT INTO b"
                + " SELECT * FROM s; END";
        List<ScriptStatement> statements = parser.parseScript(set + "; CREATE QUERY q AS " + set + ";SELECT 1");
        assertThat(statements)
                .extracting(ScriptStatement::text)
                .containsExactly(set, "CREATE QUERY q AS " + set, "SELECT 1");
        assertThat(((SqlStatementSet) statements.get(0).node()).inserts()).hasSize(2);
    }

    @Test
    void a_script_of_blanks_and_comments_has_no_statements() {
        assertThat(parser.parseScript(" ; -- nothing\n ;; /* at all */ ")).isEmpty();
        assertThat(parser.split("")).isEmpty();
    }

    @Test
    void an_error_in_a_script_is_placed_in_the_script() {
        CodedException error = catchThrowableOfType(
                CodedException.class, () -> parser.parseScript("SELECT 1;\n SELECT a FORM t; SELECT 2"));
        assertThat(error.render()).isEqualTo("unexpected \"FORM\" at line 2, column 11. did you mean FROM?");
        error = catchThrowableOfType(CodedException.class, () -> parser.parseScript("SELECT 1;\n SELECT\n a FORM t"));
        assertThat(error.position()).hasValue(new SourcePosition(3, 4, 3, 7));
    }

    @Test
    void a_string_that_does_not_end_is_found_where_it_begins() {
        CodedException error = catchThrowableOfType(
                CodedException.class, () -> parser.split("SELECT 1;\nSELECT 'abc; SELECT 2;\nSELECT 3"));
        assertThat(error.render())
                .isEqualTo("unterminated string at line 2, column 8: 'abc; SELECT 2;. close it with ', and write a"
                        + " quote inside a string as ''");
    }

    @Test
    void splitting_does_not_parse() {
        assertThat(parser.split("nonsense; SELECT 1"))
                .extracting(StatementText::text)
                .containsExactly("nonsense", "SELECT 1");
    }

    @Test
    void quotes_are_those_of_the_parser() {
        StatementParser java = new StatementParser(IdentifierQuoting.BACK_TICK);
        assertThat(java.split("SELECT `a;b`; SELECT 1")).hasSize(2);
        assertThat(java.split("SELECT E'a\\';b'; SELECT x'00'")).hasSize(2);
    }

    @Test
    void one_statement_may_end_with_a_semicolon_and_keeps_its_positions() {
        assertThat(parser.parse("\n  SELECT STREAM a FROM s ; -- done")
                        .getParserPosition()
                        .toString())
                .isEqualTo("line 2, column 3");
    }
}
