package io.tidemark.runtime.connector;

/** A kind of place that rows come from or go to, by the name that stands in {@code 'connector' = '…'}. */
public interface Connector {

    /** The name, in lower case. */
    String name();
}
