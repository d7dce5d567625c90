package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.PhysicalKind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How a row of a {@link RowTable} lies in a page of {@code long} slots.
 *
 * <pre>
 * | key 0 | key 1 | …     one slot a key column, two (high, low) for INT128, a reference into the page's arena for BYTES
 * | mark and null bits    low half: bit c set where key column c is NULL (its slots are then 0); high half: the epoch mark
 * | null bits | …         one more for each further 32 key columns
 * | weight                the sum of the weights of the rows that came in under this key
 * | payload 0 | …         whatever the owner keeps; 0 at first
 * </pre>
 *
 * A FLOAT64 key is kept as the bits of its canonical value: one NaN, and 0.0 for -0.0.
 *
 * <p><b>Units</b>: slots of 8 bytes; a page holds a power of two of rows, as many as fit in {@link #PAGE_SLOTS}.
 */
public final class RowLayout {

    /** The greatest length of a page: 64 KiB. */
    public static final int PAGE_SLOTS = 8192;

    static final int NULLS_PER_WORD = 32;

    private final List<PhysicalKind> keyKinds;
    private final int[] keySlots;
    private final int nullSlot;
    private final int weightSlot;
    private final int rowSlots;
    private final int[] payloadReferences;
    private final int[] references;

    /**
     * Lays out a row.
     *
     * @param keyKinds the kinds of the key columns; empty where there is only one row
     * @param payloadSlots the number of slots that the owner wants after the weight
     * @param payloadReferences those of them, from 0, that hold references into the page's arena or, while empty, 0
     * @throws IllegalArgumentException if a row doesn't fit in a page
     */
    public RowLayout(List<PhysicalKind> keyKinds, int payloadSlots, List<Integer> payloadReferences) {
        this.keyKinds = List.copyOf(keyKinds);
        this.keySlots = new int[keyKinds.size()];
        int slot = 0;
        for (int key = 0; key < keySlots.length; key++) {
            keySlots[key] = slot;
            slot += keyKinds.get(key).slots();
        }
        nullSlot = slot;
        weightSlot = nullSlot + nullWords();
        rowSlots = weightSlot + 1 + payloadSlots;
        if (rowSlots > PAGE_SLOTS) {
            throw new IllegalArgumentException("a row of " + rowSlots + " slots is longer than " + PAGE_SLOTS);
        }
        this.payloadReferences = payloadReferences.stream()
                .mapToInt(payload -> payloadSlot(payload))
                .toArray();
        this.references = IntStream.concat(
                        IntStream.range(0, keySlots.length)
                                .filter(key -> this.keyKinds.get(key) == PhysicalKind.BYTES)
                                .map(key -> keySlots[key]),
                        Arrays.stream(this.payloadReferences))
                .toArray();
    }

    /** The kinds of the key columns. */
    public List<PhysicalKind> keyKinds() {
        return keyKinds;
    }

    /** The first slot of a key column. */
    public int keySlot(int key) {
        return keySlots[key];
    }

    /** The slot of the weight. */
    public int weightSlot() {
        return weightSlot;
    }

    /** The slot of the owner's {@code payload}-th value. */
    public int payloadSlot(int payload) {
        return weightSlot + 1 + payload;
    }

    /** The number of slots of a row. */
    public int rowSlots() {
        return rowSlots;
    }

    /** Whether a key column is NULL in the row at {@code base}. */
    public boolean isKeyNull(long[] page, int base, int key) {
        return (page[base + nullSlot + key / NULLS_PER_WORD] >>> (key % NULLS_PER_WORD) & 1) != 0;
    }

    int nullWords() {
        return Math.max(1, (keySlots.length + NULLS_PER_WORD - 1) / NULLS_PER_WORD);
    }

    /** The first slot of null bits; the high half of it is for an epoch mark. */
    public int nullSlot() {
        return nullSlot;
    }

    /** The slots that hold references: of keys, then of the payload. */
    public int[] references() {
        return references;
    }

    int[] payloadReferences() {
        return payloadReferences;
    }

    /** The binary logarithm of the number of rows in a page. */
    public int pageShift() {
        return 31 - Integer.numberOfLeadingZeros(PAGE_SLOTS / rowSlots);
    }

    @Override
    public String toString() {
        return keyKinds + "+" + (rowSlots - weightSlot - 1) + Arrays.toString(payloadReferences);
    }
}
