package io.tidemark.server.secret;

import io.tidemark.runtime.connector.BadRowHandler;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/** A source whose errors tell no secret. */
record RedactedSource(Source source, Redaction redaction) implements Source {

    @Override
    public SourcePosition initialPosition() {
        return redaction.get(source::initialPosition);
    }

    @Override
    public SourcePosition earliestPosition() {
        return redaction.get(source::earliestPosition);
    }

    @Override
    public Optional<Lock> visibility() {
        return source.visibility();
    }

    @Override
    public boolean hasSpanningCommits() {
        return source.hasSpanningCommits();
    }

    @Override
    public Optional<SourceRange> plan(SourcePosition after, RangeLimits limits) {
        return redaction.get(() -> source.plan(after, limits));
    }

    @Override
    public RangeReader read(SourceRange range, List<Integer> columns, BadRowHandler badRows) {
        return new RedactedReader(redaction.get(() -> source.read(range, columns, badRows)), redaction);
    }

    @Override
    public boolean endedAt(SourcePosition position) {
        return redaction.get(() -> source.endedAt(position));
    }

    @Override
    public SourcePosition currentEnd(SourcePosition after) {
        return redaction.get(() -> source.currentEnd(after));
    }

    @Override
    public boolean reached(SourcePosition position, SourcePosition target) {
        return redaction.get(() -> source.reached(position, target));
    }

    @Override
    public void release(SourcePosition upTo) {
        redaction.run(() -> source.release(upTo));
    }

    @Override
    public void onInput(Runnable signal) {
        source.onInput(signal);
    }

    @Override
    public long pollIntervalMillis() {
        return source.pollIntervalMillis();
    }

    @Override
    public void close() {
        redaction.run(source::close);
    }
}
