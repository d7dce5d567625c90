package io.tidemark.planner.translate;

import io.tidemark.planner.incremental.WindowSpec;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.SourcePosition;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneOffsetTransitionRule;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Places windows in time: those of a TIMESTAMP on its own axis, those of an instant by the local time of the session's zone. Whole days and
 * months follow the zone's calendar. Where the zone's offset varies, shorter windows keep their length; they are taken only if every offset
 * since 1970 lets them begin at the same local times.
 */
final class WindowZone {
    private static final int RULE_YEAR = 2000;

    private final ZoneId zone;
    private final SourcePosition position;
    private final String sql;

    WindowZone(ZoneId zone, SourcePosition position, String sql) {
        this.zone = zone;
        this.position = position;
        this.sql = sql;
    }

    WindowSpec placed(WindowSpec spec, SqlTypeName time) {
        if (time != SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE) {
            return spec.size().isMonths() ? inCalendar(spec, ZoneOffset.UTC) : spec;
        }
        Optional<Long> fixed = EventTimeBounds.offsetMicros(zone);
        if (spec.size().isMonths() || (fixed.isEmpty() && followsDays(spec))) {
            return inCalendar(spec, zone);
        }
        if (fixed.isPresent()) {
            return moved(spec, fixed.get());
        }
        long cycle = (spec.kind() == WindowSpec.Kind.HOP ? spec.slide() : spec.size()).micros();
        return commonOffset(cycle)
                .map(offset -> moved(spec, offset))
                .orElseThrow(() -> CodedException.of(
                                ErrorCode.UNSUPPORTED,
                                "windows of this length over TIMESTAMP_LTZ are not supported in time zone \"" + zone
                                        + "\", whose offset varies")
                        .at(position, sql)
                        .hint("use whole days or months, an hour or less, or a zone with a fixed offset, such as UTC;"
                                + " or cast the column to TIMESTAMP"));
    }

    /** Days, but for the steps in which windows grow within them. */
    private static boolean followsDays(WindowSpec spec) {
        boolean cumulates = spec.kind() == WindowSpec.Kind.CUMULATE;
        return spec.size().isDays()
                && (cumulates || (spec.slide().isDays() && spec.size().dividedBy(spec.slide()) > 0));
    }

    private static WindowSpec inCalendar(WindowSpec spec, ZoneId zone) {
        return with(spec, spec.offsetMicros(), Optional.of(zone.normalized()));
    }

    private static WindowSpec moved(WindowSpec spec, long zoneOffset) {
        return with(spec, spec.offsetMicros() - zoneOffset, Optional.empty());
    }

    private static WindowSpec with(WindowSpec spec, long offsetMicros, Optional<ZoneId> calendar) {
        return new WindowSpec(
                spec.kind(),
                spec.timeColumn(),
                spec.size(),
                spec.slide(),
                offsetMicros,
                calendar,
                spec.partitionColumns());
    }

    /** What all the zone's offsets since 1970 are, but for multiples of {@code cycle}, micros. */
    private Optional<Long> commonOffset(long cycle) {
        List<Long> rests = offsets().stream()
                .map(offset -> Math.floorMod(offset.getTotalSeconds() * EventTimeBounds.MICROS_PER_SECOND, cycle))
                .distinct()
                .toList();
        return rests.size() == 1 ? Optional.of(rests.get(0)) : Optional.empty();
    }

    private List<ZoneOffset> offsets() {
        ZoneRules rules = zone.getRules();
        List<ZoneOffset> offsets = new ArrayList<>();
        offsets.add(rules.getOffset(Instant.EPOCH));
        for (ZoneOffsetTransition transition : rules.getTransitions()) {
            if (transition.getInstant().isAfter(Instant.EPOCH)) {
                offsets.add(transition.getOffsetAfter());
            }
        }
        for (ZoneOffsetTransitionRule rule : rules.getTransitionRules()) {
            offsets.add(rule.createTransition(RULE_YEAR).getOffsetAfter());
        }
        return offsets;
    }
}
