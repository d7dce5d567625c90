package io.tidemark.server.secret;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.EpochSink;

/** A sink whose errors tell no secret. */
record RedactedSink(EpochSink sink, Redaction redaction) implements EpochSink {

    @Override
    public long lastCommittedEpoch() {
        return redaction.get(() -> sink.lastCommittedEpoch());
    }

    @Override
    public long durableEpoch() {
        return redaction.get(() -> sink.durableEpoch());
    }

    @Override
    public void begin(long epoch) {
        redaction.run(() -> sink.begin(epoch));
    }

    @Override
    public void write(Batch delta) {
        redaction.run(() -> sink.write(delta));
    }

    @Override
    public void prepare() {
        redaction.run(sink::prepare);
    }

    @Override
    public void commit() {
        redaction.run(sink::commit);
    }

    @Override
    public void abort() {
        redaction.run(sink::abort);
    }

    @Override
    public void close() {
        redaction.run(sink::close);
    }
}
