package io.tidemark.shell.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowWritersTest {

    private static final List<Column> COLUMNS =
            List.of(new Column("name", Column.Kind.TEXT), new Column("n", Column.Kind.NUMBER));

    @Test
    void aTableAlignsNumbersToTheRight() throws IOException {
        assertThat(write(ResultFormat.TABLE, List.of(row("a", "1"), row("longer", "-12.5"), row(null, null))))
                .isEqualTo("""
                         name   |     n
                        --------+-------
                         a      |     1
                         longer | -12.5
                         NULL   |  NULL
                        """);
    }

    @Test
    void aTableCountsTheColumnsThatWideCharactersTake() throws IOException {
        assertThat(write(ResultFormat.TABLE, List.of(row("東京", "1"), row("🌊", "2"), row("e\u0301", "3")))
                        .lines()
                        .skip(2))
                .containsExactly(" 東京 | 1", " 🌊   | 2", " e\u0301    | 3");
    }

    @Test
    void aTableWritesControlCharactersAsEscapes() throws IOException {
        assertThat(write(ResultFormat.TABLE, List.of(row("b\tc\u0007", "1")))).contains(" b\\tc\\x07 | 1");
    }

    @Test
    void aTableShowsTheLinesOfAValueBelowEachOther() throws IOException {
        assertThat(write(ResultFormat.TABLE, List.of(row("CREATE (\n\ta INT\r\n)", "1"), row("b", "2")))
                        .lines())
                .containsExactly(
                        " name      | n",
                        "-----------+---",
                        " CREATE ( +| 1",
                        "     a INT+| ",
                        " )         | ",
                        " b         | 2");
    }

    @Test
    void aTableGrowsWithLaterRows() throws IOException {
        StringBuilder text = new StringBuilder();
        RowWriter writer = ResultFormat.TABLE.writer(COLUMNS, text);
        writer.begin(List.of());
        writer.row(row("a", "1"));
        writer.row(row("longer", "2"));
        writer.row(row("b", "3"));
        assertThat(text.toString().lines().skip(2)).containsExactly(" a    | 1", " longer | 2", " b      | 3");
    }

    @Test
    void csvQuotesWhatItMustAndTellsNullFromTheEmptyText() throws IOException {
        assertThat(write(
                        ResultFormat.CSV,
                        List.of(row("plain", "1"), row("a,b", null), row("say \"hi\"\n", ""), row(null, "2"))))
                .isEqualTo("name,n\nplain,1\n\"a,b\",\n\"say \"\"hi\"\"\n\",\"\"\n,2\n");
    }

    @Test
    void csvWithoutRowsHasItsHeader() throws IOException {
        assertThat(write(ResultFormat.CSV, List.of())).isEqualTo("name,n\n");
    }

    @Test
    void jsonIsOneObjectPerLine() throws IOException {
        assertThat(write(ResultFormat.JSON, List.of(row("a \"b\"\\\n", "1.50"), row(null, null), row("🌊", "NaN"))))
                .isEqualTo("""
                        {"name":"a \\"b\\"\\\\\\n","n":1.50}
                        {"name":null,"n":null}
                        {"name":"🌊","n":"NaN"}
                        """);
    }

    @Test
    void theVerticalLayoutHasALinePerValue() throws IOException {
        assertThat(write(ResultFormat.VERTICAL, List.of(row("a", "1"))).lines())
                .containsExactly("-[ row 1 ]------------------------------", "name | a", "n    | 1");
        assertThat(write(ResultFormat.VERTICAL, List.of(row("a\nb", "1")))
                        .lines()
                        .skip(1))
                .containsExactly("name | a", "     | b", "n    | 1");
    }

    @Test
    void markdownEscapesWhatWouldEndACell() throws IOException {
        assertThat(write(ResultFormat.MARKDOWN, List.of(row("a|b\\c\n<d>", "1"), row(null, "-12.5"))))
                .isEqualTo("""
                        | name            |     n |
                        | --------------- | ----: |
                        | a\\|b\\\\c<br>\\<d> |     1 |
                        | NULL            | -12.5 |
                        """);
    }

    private static List<@Nullable String> row(@Nullable String... values) {
        return Arrays.asList(values);
    }

    private static String write(ResultFormat format, List<List<@Nullable String>> rows) throws IOException {
        StringBuilder text = new StringBuilder();
        RowWriter writer = format.writer(COLUMNS, text);
        writer.begin(rows);
        for (List<@Nullable String> row : rows) {
            writer.row(row);
        }
        return text.toString();
    }
}
