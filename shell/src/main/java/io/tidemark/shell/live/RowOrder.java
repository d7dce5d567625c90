package io.tidemark.shell.live;

import io.tidemark.shell.format.Column;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of the rows on the screen: by the keys of ORDER BY, then by all columns from left to right, so that a row has one place
 * only. Numbers go by their value; NULL comes last, or first where the order is descending, as the server has it.
 */
final class RowOrder implements Comparator<List<@Nullable String>> {

    private record Key(int column, boolean descending) {}

    private final List<Column> columns;
    private final List<Key> keys = new ArrayList<>();

    RowOrder(List<Column> columns, List<LiveQuery.OrderKey> order) {
        this.columns = columns;
        for (LiveQuery.OrderKey key : order) {
            int column = place(key.column());
            if (column < 0) {
                break;
            }
            keys.add(new Key(column, key.descending()));
        }
        for (int i = 0; i < columns.size(); i++) {
            keys.add(new Key(i, false));
        }
    }

    private int place(String name) {
        if (name.matches("\\d{1,4}")) {
            int place = Integer.parseInt(name) - 1;
            return place < columns.size() ? place : -1;
        }
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).label().equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int compare(List<@Nullable String> left, List<@Nullable String> right) {
        for (Key key : keys) {
            int order = compare(left.get(key.column()), right.get(key.column()), columns.get(key.column()));
            if (order != 0) {
                return key.descending() ? -order : order;
            }
        }
        return 0;
    }

    private static int compare(@Nullable String left, @Nullable String right, Column column) {
        if (left == null || right == null) {
            return left == null ? (right == null ? 0 : 1) : -1;
        }
        return column.kind() == Column.Kind.NUMBER ? compareNumbers(left, right) : left.compareTo(right);
    }

    private static int compareNumbers(String left, String right) {
        try {
            int order = new BigDecimal(left).compareTo(new BigDecimal(right));
            return order == 0 ? left.compareTo(right) : order;
        } catch (NumberFormatException e) { // NaN and the infinities
            int order = Double.compare(Double.parseDouble(left), Double.parseDouble(right));
            return order == 0 ? left.compareTo(right) : order;
        }
    }
}
