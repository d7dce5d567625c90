package io.tidemark.runtime.accounting;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.RowOrigin;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;

/** What the operators said of the rows of one batch of a source, by the row of its origin. */
final class RowMarks {

    static final byte TAKEN = 1;
    static final byte MISSED = 2;
    static final byte BAD = 4;

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");
    private static final int MAX_REASON_LENGTH = 500;
    private static final String MORE = ", …";

    final int source;
    final Batch batch;
    final RowOrigin origin;
    private final byte[] marks = new byte[Batch.MAX_ROWS];
    private final Map<Integer, Reason> reasons = new HashMap<>();

    /** Why a row is late or bad. */
    record Reason(String text, Lateness lateness) {}

    /** The event time and the watermark of a row just before it, micros. */
    record Lateness(long eventTime, long watermark) {
        static final Lateness NONE = new Lateness(Long.MIN_VALUE, Long.MIN_VALUE);
    }

    RowMarks(int source, Batch batch, RowOrigin origin) {
        this.source = source;
        this.batch = batch;
        this.origin = origin;
    }

    byte of(int row) {
        return marks[row];
    }

    void taken(int row) {
        marks[row] |= TAKEN;
    }

    void missed(int row, Lateness lateness, String closingColumn, long closingValue) {
        marks[row] |= MISSED;
        if ((marks[row] & BAD) == 0) {
            String text = closingColumn + " " + describe(closingValue);
            reasons.merge(row, new Reason(text, lateness), RowMarks::join);
        }
    }

    /** Marks a row as bad, if it is not yet. */
    void bad(int row, String reason) {
        if ((marks[row] & BAD) == 0) {
            marks[row] |= BAD;
            reasons.put(row, new Reason(reason, Lateness.NONE));
        }
    }

    Reason reason(int row) {
        return reasons.getOrDefault(row, new Reason("", Lateness.NONE));
    }

    /** A row may miss a window several times, with each of its elements. */
    private static Reason join(Reason first, Reason second) {
        boolean known = (", " + first.text + ",").contains(", " + second.text + ",");
        if (known || first.text.endsWith(MORE)) {
            return first;
        }
        String next = first.text.length() > MAX_REASON_LENGTH ? MORE : ", " + second.text;
        return new Reason(first.text + next, first.lateness);
    }

    private static String describe(long micros) {
        return TIME.format(LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, 1_000_000L), (int) Math.floorMod(micros, 1_000_000L) * 1000, ZoneOffset.UTC));
    }
}
