package io.tidemark.shell.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatementSplitterTest {

    @Test
    void statementsEndAtSemicolonsAndKnowTheirLine() {
        assertThat(StatementSplitter.split("SELECT 1;\n\n-- second\nSELECT\n 2;"))
                .containsExactly(new ScriptStatement("SELECT 1", 1, true), new ScriptStatement("SELECT\n 2", 4, true));
    }

    @Test
    void aSemicolonInQuotesOrCommentsEndsNothing() {
        assertThat(texts("SELECT ';', \"a;b\", `c;d` -- no; end\n /* nor; here */ FROM t; SELECT 'it''s; fine'"))
                .containsExactly(
                        "SELECT ';', \"a;b\", `c;d` -- no; end\n /* nor; here */ FROM t", "SELECT 'it''s; fine'");
    }

    @Test
    void aStatementSetIsOneStatement() {
        String set = "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT CASE WHEN x THEN 1 END FROM s;"
                + " INSERT INTO b SELECT * FROM s; END";
        assertThat(texts(set + "; SELECT 1;")).containsExactly(set, "SELECT 1");
    }

    @Test
    void caseAndEndOutsideOfAStatementSetDoNotNest() {
        assertThat(texts("SELECT CASE WHEN x THEN 1 END FROM t; SELECT \"end\" FROM t;"))
                .containsExactly("SELECT CASE WHEN x THEN 1 END FROM t", "SELECT \"end\" FROM t");
    }

    @Test
    void aLineThatBeginsWithABackslashIsACommand() {
        assertThat(StatementSplitter.split("\\x on\nSELECT 1;\n  \\d orders\nSELECT '\\q'"))
                .containsExactly(
                        new ScriptStatement("\\x on", 1, true),
                        new ScriptStatement("SELECT 1", 2, true),
                        new ScriptStatement("\\d orders", 3, true),
                        new ScriptStatement("SELECT '\\q'", 4, false));
    }

    @Test
    void nothingButCommentsIsNoStatement() {
        assertThat(StatementSplitter.split(" ;; -- nothing\n /* at all */ ;")).isEmpty();
    }

    @Test
    void aCommandMayEndAStatementInPlaceOfItsSemicolon() {
        assertThat(StatementSplitter.split("SELECT 1;\nSELECT 2\n \\watch 1 c=2\nSELECT 3 \\gx"))
                .containsExactly(
                        new ScriptStatement("SELECT 1", 1, true),
                        new ScriptStatement("\\watch 1 c=2", 2, true, "SELECT 2"),
                        new ScriptStatement("\\gx", 4, true, "SELECT 3"));
        assertThat(texts("SELECT '\\watch', a \\x b")).containsExactly("SELECT '\\watch', a \\x b");
    }

    private static List<String> texts(String script) {
        return StatementSplitter.split(script).stream()
                .map(ScriptStatement::text)
                .toList();
    }
}
