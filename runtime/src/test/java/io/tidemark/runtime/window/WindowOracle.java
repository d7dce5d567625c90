package io.tidemark.runtime.window;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.testing.TextRows;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What windows hold and which rows are late, from the definitions: every window there might be is tried, and sessions are sorted out at the end. */
final class WindowOracle {

    private static final long SECOND = 1_000_000;
    private static final long DELAY = 7 * SECOND;
    private static final long GAP = 5 * SECOND;
    private static final int WINDOWS = 200;
    private static final Schema OUTPUT =
            TextRows.schema("k VARCHAR, ws TIMESTAMP, we TIMESTAMP, n BIGINT, total BIGINT");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    private final Map<String, long[]> sums = new TreeMap<>();
    private final Map<String, TreeMap<Long, List<Integer>>> timesByKey = new TreeMap<>();
    private final Set<String> missed = new TreeSet<>();
    private long late;

    private record Window(long start, long end) {}

    private WindowOracle() {}

    /** What a log gives. */
    static WindowReplayTest.Outcome outcome(WindowReplayTest.Kind kind, List<List<WindowReplayTest.Row>> log) {
        WindowOracle oracle = new WindowOracle();
        for (int partition = 0; partition < log.size(); partition++) {
            long watermark = Long.MIN_VALUE;
            for (int offset = 0; offset < log.get(partition).size(); offset++) {
                WindowReplayTest.Row row = log.get(partition).get(offset);
                oracle.take(kind, row, watermark, partition + ":" + offset);
                watermark = Math.max(watermark, row.time() - DELAY);
            }
        }
        oracle.sumUpSessions();
        Map<String, Integer> rows = new HashMap<>();
        oracle.sums.forEach((group, sum) -> {
            String line = group + " " + sum[0] + " " + sum[1];
            Batch batch = TextRows.batch(OUTPUT, List.of(TextRows.row(OUTPUT, line)), false);
            rows.put(TextRows.text(batch, 0), 1);
        });
        return new WindowReplayTest.Outcome(rows, oracle.missed, oracle.late);
    }

    private void take(WindowReplayTest.Kind kind, WindowReplayTest.Row row, long watermark, String place) {
        List<String> closed = new ArrayList<>();
        int open = 0;
        if (kind == WindowReplayTest.Kind.SESSION) {
            if (row.time() < watermark) {
                closed.add("SESSION at " + text(row.time()));
            } else {
                open++;
                timesByKey
                        .computeIfAbsent(row.key(), key -> new TreeMap<>())
                        .computeIfAbsent(row.time(), time -> new ArrayList<>())
                        .add(row.value());
            }
        }
        for (Window window : windows(kind)) {
            if (window.start <= row.time() && row.time() < window.end) {
                if (window.end <= watermark) {
                    closed.add("window_end " + text(window.end));
                } else {
                    open++;
                    add(row.key(), window.start, window.end, row.value());
                }
            }
        }
        if (!closed.isEmpty()) {
            missed.add(place + " " + String.join(", ", closed));
        }
        late += open == 0 ? 1 : 0;
    }

    private static List<Window> windows(WindowReplayTest.Kind kind) {
        List<Window> windows = new ArrayList<>();
        for (long k = -WINDOWS; k <= WINDOWS; k++) {
            switch (kind) {
                case TUMBLE -> windows.add(window(10 * k + 3, 10));
                case HOP -> windows.add(window(4 * k, 12));
                case UNEVEN_HOP -> windows.add(window(5 * k + 1, 12));
                case CUMULATE -> {
                    for (int step = 1; step <= 4; step++) {
                        windows.add(window(16 * k, 4L * step));
                    }
                }
                case SESSION -> {}
            }
        }
        return windows;
    }

    private static Window window(long startSecond, long seconds) {
        return new Window(startSecond * SECOND, (startSecond + seconds) * SECOND);
    }

    private void add(String key, long start, long end, int value) {
        long[] sum = sums.computeIfAbsent(key + " " + start + "m " + end + "m", group -> new long[2]);
        sum[0]++;
        sum[1] += value;
    }

    private void sumUpSessions() {
        timesByKey.forEach((key, times) -> {
            List<Integer> values = new ArrayList<>();
            long start = 0;
            long last = 0;
            for (var entry : times.entrySet()) {
                if (!values.isEmpty() && entry.getKey() - last >= GAP) {
                    addSession(key, start, last, values);
                }
                start = values.isEmpty() ? entry.getKey() : start;
                values.addAll(entry.getValue());
                last = entry.getKey();
            }
            addSession(key, start, last, values);
        });
    }

    private void addSession(String key, long start, long last, List<Integer> values) {
        values.forEach(value -> add(key, start, last + GAP, value));
        values.clear();
    }

    private static String text(long micros) {
        return TIME.format(LocalDateTime.ofEpochSecond(Math.floorDiv(micros, SECOND), 0, ZoneOffset.UTC));
    }
}
