package io.tidemark.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Litmus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every statement of {@code statements.sql}, printed and parsed again. */
class StatementCorpusTest {
    private final StatementParser parser = new StatementParser();
    private final StatementPrinter printer = new StatementPrinter();

    static List<String> statements() throws IOException {
        try (InputStream in = StatementCorpusTest.class.getResourceAsStream("statements.sql")) {
            String script = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return new StatementParser()
                    .split(script).stream().map(StatementText::text).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("statements")
    void a_statement_prints_as_text_that_parses_to_the_same_tree(String sql) {
        SqlNode tree = parser.parse(sql);
        String printed = printer.print(tree);
        SqlNode again = parser.parse(printed);
        assertThat(again.equalsDeep(tree, Litmus.IGNORE))
                .as("%s%n-- printed as%n%s%n-- and again as%n%s", sql, printed, printer.print(again))
                .isTrue();
        assertThat(printer.print(again)).isEqualTo(printed);
    }

    @ParameterizedTest
    @MethodSource("statements")
    void a_copy_of_a_statement_is_equal_and_of_the_same_class(String sql) {
        SqlNode tree = parser.parse(sql);
        SqlNode copy = tree.clone(SqlParserPos.ZERO);
        assertThat(copy.getClass()).isEqualTo(tree.getClass());
        assertThat(copy.equalsDeep(tree, Litmus.IGNORE)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("statements")
    void a_statement_begins_where_its_text_begins_and_ends_where_it_ends(String sql) {
        SqlNode tree = parser.parse(sql);
        if (tree.getClass().getPackageName().startsWith("io.tidemark") && tree instanceof SqlCall) {
            SqlParserPos pos = tree.getParserPosition();
            assertThat(TokenScanner.position(sql, 0, sql.length()))
                    .hasToString("line " + pos.getLineNum() + ", column " + pos.getColumnNum())
                    .extracting("endLine", "endColumn")
                    .containsExactly(pos.getEndLineNum(), pos.getEndColumnNum());
        }
    }
}
