package io.tidemark.shell.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.shell.format.Column;
import io.tidemark.shell.live.LiveQuery.OrderKey;
import io.tidemark.shell.live.LiveView.Change;
import io.tidemark.shell.live.LiveView.ShownRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveViewTest {

    private static final List<Column> COLUMNS =
            List.of(new Column("city", Column.Kind.TEXT), new Column("n", Column.Kind.NUMBER));

    private final LiveView view = new LiveView(COLUMNS, List.of());

    @Test
    void changesAddUpWhateverTheirOrder() {
        view.apply(List.of(change(1, "Bonn", "1"), change(1, "Wien", "2"), change(1, "Wien", "2")), false, 0);
        assertThat(texts(0, 9)).containsExactly("Bonn 1", "Wien 2", "Wien 2");
        view.apply(List.of(change(1, "Bonn", "2"), change(-1, "Bonn", "1"), change(-1, "Wien", "2")), false, 0);
        assertThat(texts(0, 9)).containsExactly("Bonn 2", "Wien 2");
        assertThat(view.size()).isEqualTo(2);
        view.apply(List.of(change(-1, "Graz", "5"), change(1, "Graz", "5")), false, 0);
        assertThat(texts(0, 9)).containsExactly("Bonn 2", "Wien 2");
    }

    @Test
    void onlyAPartMayBeShown() {
        view.apply(
                List.of(change(1, "a", "1"), change(1, "b", "1"), change(1, "b", "1"), change(1, "c", "1")), false, 0);
        assertThat(texts(1, 2)).containsExactly("b 1", "b 1");
        assertThat(texts(2, 9)).containsExactly("b 1", "c 1");
    }

    @Test
    void rowsAreInTheOrderThatIsAskedForAndNumbersByTheirValue() {
        LiveView ordered = new LiveView(COLUMNS, List.of(new OrderKey("N", true)));
        ordered.apply(
                List.of(change(1, "a", "9"), change(1, "b", "10"), change(1, "c", null), change(1, "d", "NaN")),
                false,
                0);
        assertThat(ordered.shown(0, 9, 0).stream().map(row -> row.values().get(0)))
                .containsExactly("c", "d", "b", "a");
    }

    @Test
    void theCellsThatChangeAreMarkedForAWhile() {
        view.apply(List.of(change(1, "Bonn", "1"), change(1, "Wien", "2")), false, 10);
        view.apply(List.of(change(-1, "Wien", "2"), change(1, "Wien", "3"), change(1, "Graz", "1")), true, 20);
        assertThat(changed(15)).containsExactly("{}", "{0, 1}", "{1}");
        assertThat(changed(25)).containsExactly("{}", "{}", "{}");
    }

    @Test
    void aRowIsFoundByItsTextsWhereItBeginsWithANumber() {
        LiveView numbersFirst = new LiveView(List.of(COLUMNS.get(1), COLUMNS.get(0)), List.of());
        numbersFirst.apply(List.of(change(1, "1", "Bonn"), change(1, "1", "Wien")), false, 0);
        numbersFirst.apply(List.of(change(-1, "1", "Wien"), change(1, "2", "Wien")), true, 5);
        assertThat(numbersFirst.shown(0, 9, 1))
                .extracting(row -> row.changed().toString())
                .containsExactly("{}", "{0}");
    }

    @Test
    void itIsAlwaysTheSumOfItsChanges() {
        Random random = new Random(7);
        List<List<@Nullable String>> model = new ArrayList<>();
        for (int step = 0; step < 300; step++) {
            List<Change> changes = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                if (!model.isEmpty() && random.nextBoolean()) {
                    changes.add(new Change(model.remove(random.nextInt(model.size())), -1));
                } else {
                    Change added = change(1, "k" + random.nextInt(5), String.valueOf(random.nextInt(4)));
                    model.add(added.row());
                    changes.add(added);
                }
            }
            view.apply(changes, true, step);
            List<List<@Nullable String>> expected = new ArrayList<>(model);
            expected.sort(new RowOrder(COLUMNS, List.of()));
            assertThat(view.shown(0, 10_000, 0).stream().map(ShownRow::values).toList())
                    .isEqualTo(expected);
            assertThat(view.size()).isEqualTo(model.size());
        }
    }

    private List<String> texts(long from, int limit) {
        return view.shown(from, limit, 0).stream()
                .map(row -> row.values().get(0) + " " + row.values().get(1))
                .toList();
    }

    private List<String> changed(long since) {
        return view.shown(0, 9, since).stream()
                .map(ShownRow::changed)
                .map(BitSet::toString)
                .toList();
    }

    private static Change change(int weight, @Nullable String... values) {
        return new Change(Arrays.asList(values), weight);
    }
}
