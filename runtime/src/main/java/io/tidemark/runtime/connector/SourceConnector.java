package io.tidemark.runtime.connector;

import java.util.List;

/** A connector that rows can be read from. */
public interface SourceConnector extends Connector {

    /** Every option that a source of this connector takes. */
    List<Option> sourceOptions();

    /** The metadata columns that {@code METADATA FROM 'key'} may name. */
    List<MetadataColumn> metadataColumns();

    /**
     * Checks everything about the options that can be checked without the outside world: combinations, patterns, the format's needs.
     *
     * @throws io.tidemark.sql.error.CodedException naming the option at fault
     */
    void validateSource(SourceSpec spec);

    /**
     * Whether the source ends by itself and can be read again from its start: what a snapshot query over it needs.
     *
     * @return the reason why a snapshot query over it is refused, or an empty string if it is possible
     */
    String snapshotRefusal(Options options);

    /**
     * Whether rows come as they happen, so that silence and the wall clock say something about them: then a partition that is silent for long
     * counts as idle, and rows from the future as bad. A source that waits by itself, such as files, is not live.
     */
    boolean isLive();

    /**
     * Opens the source.
     *
     * @throws io.tidemark.sql.error.CodedException if the outside world is not there or not as declared
     */
    Source openSource(SourceSpec spec);
}
