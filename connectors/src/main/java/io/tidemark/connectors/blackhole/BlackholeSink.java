package io.tidemark.connectors.blackhole;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.EpochSink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the rows of the epochs committed. */
final class BlackholeSink implements EpochSink {

    private static final Logger LOG = LoggerFactory.getLogger(BlackholeSink.class);

    private final String relation;
    private long epoch;
    private long epochRows;
    private long lastCommitted;
    private long rows;

    BlackholeSink(String relation) {
        this.relation = relation;
    }

    /** The rows of every epoch committed so far. */
    long rows() {
        return rows;
    }

    @Override
    public long lastCommittedEpoch() {
        return lastCommitted;
    }

    @Override
    public void begin(long newEpoch) {
        epoch = newEpoch;
        epochRows = 0;
    }

    @Override
    public void write(Batch delta) {
        epochRows += delta.selectedCount();
    }

    @Override
    public void prepare() {}

    @Override
    public void commit() {
        if (lastCommitted < epoch) {
            rows += epochRows;
            lastCommitted = epoch;
        }
    }

    @Override
    public void abort() {
        epochRows = 0;
    }

    @Override
    public void close() {
        LOG.info("{}: {} rows dropped, up to epoch {}", relation, rows, lastCommitted);
    }
}
