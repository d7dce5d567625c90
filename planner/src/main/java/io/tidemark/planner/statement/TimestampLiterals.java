package io.tidemark.planner.statement;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.util.TimestampString;

/** Reads timestamp literals as micros since the epoch, on the zone-less axis. */
final class TimestampLiterals {

    private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

    private TimestampLiterals() {}

    /** The literal's instant, micros; digits beyond the sixth are cut off. */
    static long micros(SqlAbstractDateTimeLiteral literal) {
        String text = new TimestampString(literal.toFormattedString()).toString();
        return ChronoUnit.MICROS.between(EPOCH, LocalDateTime.parse(text.replace(' ', 'T')));
    }
}
