package io.tidemark.connectors.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that goes on when told. */
public final class TestClock extends Clock {

    private Instant now;

    /** Starts at the present, so that files just written are not yet complete. */
    public TestClock() {
        this.now = Instant.now();
    }

    /** Goes on. */
    public void advance(Duration duration) {
        now = now.plus(duration);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("a test clock has no zone");
    }
}
