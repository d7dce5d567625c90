package io.tidemark.runtime.batch;

/** How the values of a column lie in memory. Every kind but INT128 takes one 8-byte slot a value; INT128 takes two. */
public enum PhysicalKind {
    INT64(1),
    FLOAT64(1),
    INT128(2),
    BYTES(1);

    private final int slots;

    PhysicalKind(int slots) {
        this.slots = slots;
    }

    /** The number of 8-byte slots that one value takes in a state row. */
    public int slots() {
        return slots;
    }
}
