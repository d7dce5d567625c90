package io.tidemark.shell.live;

import io.tidemark.shell.format.Column;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The present rows of a view, kept up to date by its changes: each different row with how often it is there. The order of the
 * changes within one call does not matter.
 *
 * <p><b>Cost</b>: memory for all rows; a logarithm of their number for each change.
 */
final class LiveView {

    /** Of more changes at a time nobody could see which cells they are. */
    private static final int HIGHLIGHTED = 2000;

    private final TreeMap<List<@Nullable String>, Entry> rows;
    private final List<Column> columns;
    private long size;

    /** How often a row is there, and which of its cells were changed when. */
    private static final class Entry {
        private long count;
        private BitSet changed = new BitSet();
        private long changedAt;
    }

    /**
     * A row on the screen.
     *
     * @param changed the cells that were changed a moment ago
     */
    record ShownRow(List<@Nullable String> values, BitSet changed) {}

    /**
     * A change.
     *
     * @param weight 1 for a row that comes, -1 for one that goes
     */
    record Change(List<@Nullable String> row, int weight) {}

    LiveView(List<Column> columns, List<LiveQuery.OrderKey> order) {
        this.columns = columns;
        this.rows = new TreeMap<>(new RowOrder(columns, order));
    }

    /** How many rows there are. */
    long size() {
        return size;
    }

    /** Applies changes; where they are few, the cells that they change are marked with the time. */
    void apply(List<Change> changes, boolean highlight, long now) {
        List<List<@Nullable String>> gone = new ArrayList<>();
        List<List<@Nullable String>> come = new ArrayList<>();
        for (Change change : changes) {
            Entry entry = rows.computeIfAbsent(change.row(), row -> new Entry());
            entry.count += change.weight();
            size += change.weight();
            if (entry.count == 0) {
                rows.remove(change.row());
            }
            (change.weight() > 0 ? come : gone).add(change.row());
        }
        if (highlight && changes.size() <= HIGHLIGHTED) {
            mark(gone, come, now);
        }
    }

    /** The rows from one on, at most so many. */
    List<ShownRow> shown(long from, int limit, long changedSince) {
        List<ShownRow> shown = new ArrayList<>();
        Iterator<Map.Entry<List<@Nullable String>, Entry>> each =
                rows.entrySet().iterator();
        long passed = 0;
        while (shown.size() < limit && each.hasNext()) {
            Map.Entry<List<@Nullable String>, Entry> row = each.next();
            Entry entry = row.getValue();
            BitSet changed = entry.changedAt >= changedSince ? entry.changed : new BitSet();
            for (long i = 0; i < entry.count && shown.size() < limit; i++) {
                if (passed++ >= from) {
                    shown.add(new ShownRow(row.getKey(), changed));
                }
            }
        }
        return shown;
    }

    private void mark(List<List<@Nullable String>> gone, List<List<@Nullable String>> come, long now) {
        Map<List<@Nullable String>, List<@Nullable String>> byBeginning = new HashMap<>();
        Map<List<@Nullable String>, List<@Nullable String>> byTexts = new HashMap<>();
        for (List<@Nullable String> row : gone) {
            for (int length = 1; length < row.size(); length++) {
                byBeginning.put(row.subList(0, length), row);
            }
            if (!texts(row).isEmpty()) {
                byTexts.put(texts(row), row);
            }
        }
        for (List<@Nullable String> row : come) {
            Entry entry = rows.get(row);
            if (entry != null) {
                entry.changed = difference(before(row, byBeginning, byTexts), row);
                entry.changedAt = now;
            }
        }
    }

    /**
     * The row that went where this one came: no key is known here, so it is the one with the longest equal beginning, else the one with
     * the same texts; null if none is alike.
     */
    private @Nullable List<@Nullable String> before(
            List<@Nullable String> row,
            Map<List<@Nullable String>, List<@Nullable String>> byBeginning,
            Map<List<@Nullable String>, List<@Nullable String>> byTexts) {
        for (int length = row.size() - 1; length > 0; length--) {
            List<@Nullable String> found = byBeginning.get(row.subList(0, length));
            if (found != null) {
                return found;
            }
        }
        return byTexts.get(texts(row));
    }

    private List<@Nullable String> texts(List<@Nullable String> row) {
        List<@Nullable String> texts = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).kind() == Column.Kind.TEXT) {
                texts.add(row.get(i));
            }
        }
        return texts;
    }

    private static BitSet difference(@Nullable List<@Nullable String> before, List<@Nullable String> row) {
        BitSet changed = new BitSet();
        for (int i = 0; i < row.size(); i++) {
            changed.set(i, before == null || !Objects.equals(before.get(i), row.get(i)));
        }
        return changed;
    }
}
