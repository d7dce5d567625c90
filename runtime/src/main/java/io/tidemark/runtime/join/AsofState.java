package io.tidemark.runtime.join;

import io.tidemark.runtime.state.DeltaState.Capture;
import io.tidemark.runtime.state.FrozenRows;
import io.tidemark.runtime.state.OrderedIndex;
import io.tidemark.runtime.state.RowNumbers;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Both sides of an ASOF join, which right row a left row matches, and what can be forgotten as time goes by.
 *
 * <p>Layout written (version 1): byte version; long last watermark; the left rows; the right rows.
 */
final class AsofState {

    static final int VERSION = 1;

    private final AsofSpec spec;
    private final AsofKeys keys;
    private final AsofRows left;
    private final AsofRows right;
    private final long strict;
    private long watermark = Long.MIN_VALUE;

    /** Takes left rows whose matches can change no more. */
    interface Closed {
        void close(int row, int match);

        /** Follows the last one, before they are freed. */
        void end();
    }

    AsofState(AsofSpec spec, int leftSlots) {
        this.spec = spec;
        this.keys = new AsofKeys(spec.left());
        this.left = new AsofRows(spec, 0, keys, leftSlots);
        this.right = new AsofRows(spec, 1, keys, 0);
        this.strict = spec.match().strict() ? 1 : 0;
    }

    AsofRows left() {
        return left;
    }

    AsofRows right() {
        return right;
    }

    AsofRows side(int input) {
        return input == 0 ? left : right;
    }

    /** The right row that a left row matches, or -1. */
    int match(int row) {
        long place = left.place(row);
        return place < Long.MIN_VALUE + strict ? -1 : right.upTo(left.key(row), place - strict);
    }

    /** Adds the left rows from a right row's place up to that of the next: those that it may be the match of. */
    void candidates(int rightRow, RowNumbers into) {
        long place = right.place(rightRow);
        int key = right.key(rightRow);
        if (place > Long.MAX_VALUE - strict) {
            return;
        }
        int next = place == Long.MAX_VALUE ? -1 : right.from(key, place + 1).next();
        OrderedIndex.Cursor cursor = left.from(key, place + strict);
        for (int row = cursor.next(); row >= 0; row = cursor.next()) {
            if (next >= 0 && left.place(row) - strict >= right.place(next)) {
                return;
            }
            into.add(row);
        }
    }

    /** The watermark of a side's times: no row at or below it comes any more. */
    long bound(int input) {
        LongUnaryOperator transform = spec.side(input).watermark().orElseThrow();
        return watermark == Long.MAX_VALUE || watermark == Long.MIN_VALUE
                ? watermark
                : transform.applyAsLong(watermark);
    }

    private static long plus(long bound, long more) {
        return bound == Long.MAX_VALUE || bound == Long.MIN_VALUE ? bound : bound + more;
    }

    /** Lets time go by, and forgets what no row to come needs; left rows are told of before. */
    void advance(long newWatermark, Closed closed) {
        watermark = Math.max(watermark, newWatermark);
        if (!spec.forgets() || watermark == Long.MIN_VALUE) {
            return;
        }
        if (spec.match().later()) {
            closeLater(closed);
        } else {
            closeEarlier(closed);
        }
        if (watermark == Long.MAX_VALUE) {
            RowNumbers all = new RowNumbers();
            right.forEach(all::add);
            freeAll(right, all);
        }
    }

    /** The left rows that no right row to come can precede more closely; of the right rows before that, the last of each key stays. */
    private void closeEarlier(Closed closed) {
        RowNumbers due = left.due(plus(bound(1), strict));
        for (int i = 0; i < due.count(); i++) {
            closed.close(due.get(i), match(due.get(i)));
        }
        closed.end();
        freeAll(left, due);
        RowNumbers passed = right.due(passed());
        for (int i = 0; i < passed.count(); i++) {
            int row = passed.get(i);
            int before = keys.newest(right.key(row));
            keys.setNewest(right.key(row), row);
            if (before >= 0) {
                right.free(before);
            }
        }
    }

    /** Up to where earlier rows are needed no more, but for the last of each key. */
    private long passed() {
        return Math.min(plus(bound(0), 1 - strict), bound(1));
    }

    /** The right rows that no left row to come precedes, and the left rows that match them; at the end all. */
    private void closeLater(Closed closed) {
        RowNumbers due = right.due(Math.min(bound(0), bound(1)));
        RowNumbers gone = new RowNumbers();
        for (int i = 0; i < due.count(); i++) {
            RowNumbers matching = new RowNumbers();
            OrderedIndex.Cursor cursor = left.from(right.key(due.get(i)), right.place(due.get(i)) + strict);
            for (int row = cursor.next(); row >= 0; row = cursor.next()) {
                matching.add(row);
            }
            close(matching, closed, gone);
        }
        if (watermark == Long.MAX_VALUE) {
            RowNumbers all = new RowNumbers();
            left.forEach(row -> {
                if (left.isLinked(row)) {
                    all.add(row);
                }
            });
            close(all, closed, gone);
        }
        closed.end();
        freeAll(left, gone);
        freeAll(right, due);
    }

    private void close(RowNumbers rows, Closed closed, RowNumbers gone) {
        for (int i = 0; i < rows.count(); i++) {
            closed.close(rows.get(i), match(rows.get(i)));
            left.unlink(rows.get(i));
            gone.add(rows.get(i));
        }
    }

    private static void freeAll(AsofRows rows, RowNumbers numbers) {
        for (int i = 0; i < numbers.count(); i++) {
            rows.free(numbers.get(i));
        }
    }

    void endEpoch() {
        left.endEpoch();
        right.endEpoch();
        keys.endEpoch();
    }

    String layout() {
        return left.layout() + " " + right.layout() + (spec.forgets() ? " forgets" : "");
    }

    void write(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeLong(watermark);
        left.write(out);
        right.write(out);
    }

    Capture capture(boolean whole) {
        return new Captured(watermark, left.capture(whole), right.capture(whole), whole);
    }

    /** Both sides frozen. */
    private record Captured(long watermark, FrozenRows left, FrozenRows right, boolean isWhole) implements Capture {

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeByte(VERSION);
            out.writeLong(watermark);
            left.write(out);
            right.write(out);
        }

        @Override
        public void release() {
            left.release();
            right.release();
        }
    }

    void load(List<? extends DataInput> segments) throws IOException {
        for (DataInput in : segments) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw CodedException.of(
                        ErrorCode.CORRUPTED,
                        "the state of an ASOF join has version " + version + ", expected " + VERSION);
            }
            watermark = in.readLong();
        }
        keys.clear();
        boolean keepsNewest = spec.forgets() && !spec.match().later() && watermark != Long.MIN_VALUE;
        long passed = keepsNewest ? passed() : Long.MIN_VALUE;
        left.load(segments, Long.MIN_VALUE);
        right.load(segments, passed);
        if (keepsNewest) {
            right.forEach(row -> {
                if (right.time(row) <= passed) {
                    keys.setNewest(right.key(row), row);
                }
            });
        }
    }

    long rows() {
        return left.rows() + right.rows();
    }

    long sizeBytes() {
        return left.sizeBytes() + right.sizeBytes() + keys.sizeBytes();
    }
}
