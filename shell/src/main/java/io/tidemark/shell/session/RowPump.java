package io.tidemark.shell.session;

import io.tidemark.shell.format.Column;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a result in a thread of its own, so that who prints it can tell a pause from the end: a push query's rows are shown
 * when the next one is long in coming.
 *
 * <p><b>Errors</b>: what reading throws, after the rows that came before it.
 */
public final class RowPump implements AutoCloseable {

    private static final int CAPACITY = 4096;

    private final ResultSet rows;
    private final List<Column> columns;
    private final BlockingQueue<Item> items = new ArrayBlockingQueue<>(CAPACITY);
    private final Thread reader;
    private boolean ended;

    private sealed interface Item {}

    private record Row(List<@Nullable String> values) implements Item {}

    private record End(@Nullable SQLException failure) implements Item {}

    /** Begins to read. */
    public RowPump(ResultSet rows, List<Column> columns) {
        this.rows = rows;
        this.columns = columns;
        this.reader = new Thread(this::read, "result-reader");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * The rows that are there, at most {@code limit}; waits for the first one up to the given time, and returns none when it
     * runs out or the result has ended.
     */
    public List<List<@Nullable String>> take(int limit, long waitMillis) throws SQLException, InterruptedException {
        List<List<@Nullable String>> taken = new ArrayList<>();
        Item item = ended ? null : items.poll(waitMillis, TimeUnit.MILLISECONDS);
        while (item instanceof Row row) {
            taken.add(row.values());
            item = taken.size() < limit ? items.poll() : null;
        }
        if (item instanceof End end) {
            ended = true;
            if (end.failure() != null && taken.isEmpty()) {
                throw end.failure();
            }
            if (end.failure() != null) {
                ended = false;
                items.put(end);
            }
        }
        return taken;
    }

    /** Whether the last row has been taken. */
    public boolean hasEnded() {
        return ended;
    }

    private void read() {
        SQLException failure = null;
        try {
            while (rows.next()) {
                items.put(new Row(values(rows, columns)));
            }
        } catch (SQLException e) {
            failure = e;
        } catch (InterruptedException e) {
            return;
        }
        try {
            items.put(new End(failure));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The texts of the row that a result stands on; bytes in hexadecimal. */
    static List<@Nullable String> values(ResultSet rows, List<Column> columns) throws SQLException {
        List<@Nullable String> values = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            values.add(
                    columns.get(i).kind() == Column.Kind.BYTES
                            ? hexadecimal(rows.getBytes(i + 1))
                            : rows.getString(i + 1));
        }
        return values;
    }

    private static @Nullable String hexadecimal(byte @Nullable [] bytes) {
        return bytes == null ? null : HexFormat.of().formatHex(bytes);
    }

    /** Closes the result, and so ends the reader. */
    @Override
    public void close() throws SQLException {
        try {
            rows.close();
        } finally {
            reader.interrupt();
        }
    }
}
