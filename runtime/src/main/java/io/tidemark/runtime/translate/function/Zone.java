package io.tidemark.runtime.translate.function;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;

/** A time zone, between instants and the local axis. <b>Units</b>: micros. Not for use by several threads. */
public final class Zone {

    private final ZoneRules rules;
    private final boolean fixed;
    private long offsetMicros;
    private long validFrom = Long.MAX_VALUE;
    private long validTo = Long.MIN_VALUE;

    /** Makes one. */
    public Zone(ZoneId zone) {
        rules = zone.getRules();
        fixed = rules.isFixedOffset();
        if (fixed) {
            offsetMicros = rules.getOffset(Instant.EPOCH).getTotalSeconds() * Times.SECOND;
        }
    }

    /** The local time of an instant. */
    public long toLocal(long instant) {
        if (!fixed && (instant < validFrom || instant >= validTo)) {
            remember(Instant.ofEpochSecond(Math.floorDiv(instant, Times.SECOND)));
        }
        return Times.plus(instant, offsetMicros);
    }

    private void remember(Instant at) {
        offsetMicros = rules.getOffset(at).getTotalSeconds() * Times.SECOND;
        var previous = rules.previousTransition(at.plusNanos(1));
        var next = rules.nextTransition(at);
        validFrom = previous == null ? Long.MIN_VALUE : previous.getInstant().getEpochSecond() * Times.SECOND;
        validTo = next == null ? Long.MAX_VALUE : next.getInstant().getEpochSecond() * Times.SECOND;
    }

    /** The instant of a local time; in a gap the time moves on by the gap, in an overlap it is the earlier one. */
    public long toInstant(long local) {
        if (fixed) {
            return Times.minus(local, offsetMicros);
        }
        long second = Math.floorDiv(local, Times.SECOND);
        LocalDateTime time = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
        return Times.minus(local, rules.getOffset(time).getTotalSeconds() * Times.SECOND);
    }
}
