package io.tidemark.runtime.state;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What has become of the rows of a slab since its last capture: which rows changed, which were there then, and which pages a capture still
 * reads, so that they have to be copied before they are written to.
 *
 * <p><b>Cost</b>: two bits a row.
 */
final class RowChanges {

    /** By page: the rows that were there at the last capture. */
    private long[] @Nullable [] captured = new long[4][];

    /** By page: the rows located, inserted or changed since. */
    private long[] @Nullable [] changed = new long[4][];

    /** By page: the capture that holds it; null, or done, if none does. */
    private @Nullable FrozenRows[] holders = new FrozenRows[4];

    /** The words of bits held. */
    private long words;

    /** Makes room for {@code pages} pages. */
    void reserve(int pages) {
        if (pages > changed.length) {
            captured = Arrays.copyOf(captured, pages);
            changed = Arrays.copyOf(changed, pages);
            holders = Arrays.copyOf(holders, pages);
        }
    }

    /** Notes that a row changes. */
    void note(int page, int inPage, int length) {
        long[] bits = changed[page];
        if (bits == null) {
            bits = new long[length];
            changed[page] = bits;
            words += length;
        }
        bits[inPage >> 6] |= 1L << inPage;
    }

    /** Whether a page has to be copied before it is written to; it is the caller's to do so now. */
    boolean takeHold(int page) {
        FrozenRows holder = holders[page];
        if (holder == null) {
            return false;
        }
        holders[page] = null;
        return !holder.isReleased();
    }

    /** Says that a page has gone whole. */
    void dropped(int page) {
        holders[page] = null;
        forgetChanges(page);
    }

    private void forgetChanges(int page) {
        words -= changed[page] == null ? 0 : changed[page].length;
        changed[page] = null;
    }

    /** The rows of a page that were there at the last capture and are not live. */
    long @Nullable [] deleted(int page, long @Nullable [] live) {
        long[] then = captured[page];
        if (then == null) {
            return null;
        }
        long[] gone = then.clone();
        boolean any = false;
        for (int word = 0; word < gone.length; word++) {
            gone[word] &= live == null ? -1L : ~live[word];
            any |= gone[word] != 0;
        }
        return any ? gone : null;
    }

    /** The live rows of a page that have changed since the last capture. */
    long @Nullable [] changed(int page, long @Nullable [] live) {
        long[] bits = changed[page];
        if (bits == null || live == null) {
            return null;
        }
        long[] both = bits.clone();
        boolean any = false;
        for (int word = 0; word < both.length; word++) {
            both[word] &= live[word];
            any |= both[word] != 0;
        }
        return any ? both : null;
    }

    /** Says that a page has been captured as it is. */
    void captured(int page, long @Nullable [] live, @Nullable FrozenRows holder) {
        words -= captured[page] == null ? 0 : captured[page].length;
        captured[page] = live == null ? null : live.clone();
        words += live == null ? 0 : live.length;
        forgetChanges(page);
        if (holder != null) {
            holders[page] = holder;
        }
    }

    long sizeBytes() {
        return words * Long.BYTES;
    }
}
