package io.tidemark.planner;

import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalLiteral.IntervalValue;
import org.apache.calcite.sql.parser.SqlParserUtil;

/** The interval of EVERY. */
final class EmitIntervals {
    private EmitIntervals() {}

    /** Its length in milliseconds. <b>Errors</b>: VALIDATION if it has no fixed length or is not greater than zero. */
    static long millis(SqlIntervalLiteral literal) {
        IntervalValue value = literal.getValueAs(IntervalValue.class);
        if (value == null || value.getIntervalQualifier().isYearMonth()) {
            throw wrong("months and years have no fixed length; write the interval of EVERY in days or less", literal);
        }
        long millis = value.getSign() * SqlParserUtil.intervalToMillis(value);
        if (millis <= 0) {
            throw wrong("the interval of EVERY must be greater than zero", literal);
        }
        return millis;
    }

    private static CodedException wrong(String message, SqlIntervalLiteral literal) {
        CodedException error = CodedException.validation(message);
        return Positions.of(literal).map(error::at).orElse(error);
    }
}
