package io.tidemark.runtime.connector;

/**
 * How much one range may hold.
 *
 * @param maxRows rows, as nearly as the source can tell without reading; at least one row is always planned
 * @param maxBytes bytes of input
 */
public record RangeLimits(long maxRows, long maxBytes) {

    /** No limit. */
    public static final RangeLimits NONE = new RangeLimits(Long.MAX_VALUE, Long.MAX_VALUE);
}
