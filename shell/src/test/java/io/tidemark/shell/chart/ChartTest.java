package io.tidemark.shell.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.shell.format.Cell;
import io.tidemark.shell.format.Column;
import io.tidemark.shell.script.CommandException;
import io.tidemark.shell.session.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChartTest {

    private static final Rows CITIES =
            rows("city,n", row("Bonn", "8"), row("東京", "4"), row("Wien", null), row("Graz", "1"));

    @Test
    void barsAreAsLongAsTheirNumbers() throws CommandException {
        assertThat(draw(CITIES, Glyphs.UNICODE, 24, ""))
                .containsExactly("      │ n", " Bonn │███████████ 8", " 東京 │█████▌ 4", " Wien │ NULL", " Graz │█▍ 1");
    }

    @Test
    void barsAreOfAsciiWhereNothingElseCanBeShown() throws CommandException {
        assertThat(draw(CITIES, Glyphs.ASCII, 24, "bar").subList(1, 3))
                .containsExactly(" Bonn |########### 8", " 東京 |###### 4");
        assertThat(Glyphs.of(Map.of("LANG", "de_AT.UTF-8"))).isEqualTo(Glyphs.UNICODE);
        assertThat(Glyphs.of(Map.of("LANG", "de_AT.UTF-8", "LC_ALL", "C"))).isEqualTo(Glyphs.ASCII);
        assertThat(Glyphs.of(Map.of())).isEqualTo(Glyphs.ASCII);
    }

    @Test
    void barsBelowZeroGoToTheLeft() throws CommandException {
        assertThat(draw(rows("k,n", row("a", "-2"), row("b", "2")), Glyphs.ASCII, 21, ""))
                .containsExactly("   | n", " a |####### -2", " b |       ###### 2");
    }

    @Test
    void barsThatDoNotFitAreCounted() throws CommandException {
        assertThat(new Chart(ChartRequest.of(List.of()), Glyphs.UNICODE).draw(CITIES, 40, 4))
                .hasSize(4)
                .last()
                .isEqualTo(" … 2 more rows");
    }

    @Test
    void longLabelsAreCutAndEveryLineFits() throws CommandException {
        Rows rows = rows("k,n", row("a very long label of a row", "123456.789"), row("b", "0.5"));
        for (int width : new int[] {40, 60, 100}) {
            assertThat(draw(rows, Glyphs.UNICODE, width, ""))
                    .allSatisfy(line -> assertThat(Cell.width(line)).isLessThan(width));
        }
        assertThat(draw(rows, Glyphs.UNICODE, 40, "").get(1))
                .startsWith(" a very long … │")
                .endsWith(" 123,456.8");
    }

    @Test
    void timesInOrderMakeACurve() throws CommandException {
        Rows rows = rows(
                "at,n",
                row("2024-01-01 00:00:00", "0"),
                row("2024-01-01 00:01:00", "10"),
                row("2024-01-01 00:03:00", "0"));
        List<String> lines = draw(rows, Glyphs.ASCII, 20, "", 6);
        assertThat(lines)
                .containsExactly(
                        "    | n",
                        " 10 |    **",
                        "    |   *  ***",
                        "    | **      ***",
                        "  0 |*           **",
                        "     2024-01-01 00:00:00");
        assertThat(draw(rows, Glyphs.UNICODE, 20, "", 6))
                .hasSize(6)
                .allSatisfy(line -> assertThat(Cell.width(line)).isLessThanOrEqualTo(24));
    }

    @Test
    void aSparklineIsOneLineForEachColumn() throws CommandException {
        Rows rows = rows("k,a,bb", row("x", "1", "7"), row("y", "5", null), row("z", "9", "7"));
        assertThat(draw(withNumbers(rows), Glyphs.UNICODE, 60, "spark"))
                .containsExactly(" a  ▁▅█ 1 to 9, last 9", " bb ▁ ▁ 7 to 7, last 7");
    }

    @Test
    void columnsMayBeNamed() throws CommandException {
        Rows rows = withNumbers(rows("k,a,b", row("x", "1", "2")));
        assertThat(draw(rows, Glyphs.ASCII, 30, "bar B").get(0)).isEqualTo("   | b");
        assertThat(draw(rows, Glyphs.ASCII, 30, "bar a b").get(1)).startsWith(" 1 |");
        assertThatThrownBy(() -> draw(rows, Glyphs.ASCII, 30, "bar nothing"))
                .hasMessage("the result has no column \"nothing\"; it has k, a, b");
        assertThatThrownBy(() -> draw(rows, Glyphs.ASCII, 30, "bar a k")).hasMessage("column \"k\" has no numbers");
        assertThatThrownBy(() -> draw(rows("k", row("x")), Glyphs.ASCII, 30, ""))
                .hasMessageContaining("no column of numbers");
    }

    @Test
    void aResultWithoutRowsSaysSo() throws CommandException {
        assertThat(draw(rows("k,n"), Glyphs.ASCII, 30, "")).containsExactly("(no rows)");
    }

    @Test
    void numbersAreShort() {
        assertThat(Chart.number(1234567)).isEqualTo("1,234,567");
        assertThat(Chart.number(0.1)).isEqualTo("0.1");
        assertThat(Chart.number(1.0 / 3)).isEqualTo("0.33333");
        assertThat(Chart.number(1e20)).isEqualTo("1.000e+20");
        assertThat(Chart.number(100.5)).isEqualTo("100.5");
    }

    private static List<String> draw(Rows rows, Glyphs glyphs, int width, String request) throws CommandException {
        return draw(rows, glyphs, width, request, 20);
    }

    private static List<String> draw(Rows rows, Glyphs glyphs, int width, String request, int height)
            throws CommandException {
        List<String> words = request.isEmpty() ? List.of() : List.of(request.split(" ", -1));
        return new Chart(ChartRequest.of(words), glyphs).draw(rows, width, height);
    }

    private static List<@Nullable String> row(@Nullable String... values) {
        return Arrays.asList(values);
    }

    /** A result whose last column has numbers, if it has more than one. */
    @SafeVarargs
    private static Rows rows(String labels, List<@Nullable String>... rows) {
        String[] names = labels.split(",", -1);
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            columns.add(new Column(names[i], i > 0 && i == names.length - 1 ? Column.Kind.NUMBER : Column.Kind.TEXT));
        }
        List<List<@Nullable String>> all = new ArrayList<>();
        for (List<@Nullable String> row : rows) {
            all.add(row);
        }
        return new Rows(columns, all, true);
    }

    private static Rows withNumbers(Rows rows) {
        List<Column> columns = new ArrayList<>(rows.columns());
        for (int i = 1; i < columns.size(); i++) {
            columns.set(i, new Column(columns.get(i).label(), Column.Kind.NUMBER));
        }
        return new Rows(columns, rows.rows(), true);
    }
}
