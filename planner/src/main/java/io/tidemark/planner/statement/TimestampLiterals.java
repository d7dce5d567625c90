package io.tidemark.planner.statement;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.util.TimestampString;

/** Reads timestamp literals as micros since the epoch, on the zone-less axis. */
final class TimestampLiterals {

    private static final long MICROS_PER_SECOND = 1_000_000;

    private TimestampLiterals() {}

    /** The literal's instant, micros; digits beyond the sixth are cut off. */
    static long micros(SqlAbstractDateTimeLiteral literal) {
        String text = new TimestampString(literal.toFormattedString()).toString();
        LocalDateTime time = LocalDateTime.parse(text.replace(' ', 'T'));
        return BigDecimal.valueOf(time.toEpochSecond(ZoneOffset.UTC))
                .multiply(BigDecimal.valueOf(MICROS_PER_SECOND))
                .add(BigDecimal.valueOf(time.getNano() / 1000))
                .longValueExact();
    }
}
