package io.tidemark.runtime.connector;

import java.util.List;

/** A connector that rows can be written to. */
public interface SinkConnector extends Connector {

    /** Every option that a sink of this connector takes. */
    List<Option> sinkOptions();

    /** What a sink with these options and, if {@code keyed}, a primary key can take. */
    SinkCapabilities capabilities(Options options, boolean keyed);

    /**
     * Checks everything about the options that can be checked without the outside world.
     *
     * @throws io.tidemark.sql.error.CodedException naming the option at fault
     */
    void validateSink(SinkSpec spec);

    /**
     * Opens the sink and finds out which epoch it holds last. What an epoch not committed left behind is removed here.
     *
     * @throws io.tidemark.sql.error.CodedException if the outside world is not there or not as declared
     */
    EpochSink openSink(SinkSpec spec);
}
