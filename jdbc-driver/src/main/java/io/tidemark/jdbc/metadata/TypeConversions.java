package io.tidemark.jdbc.metadata;

import java.sql.Types;
import java.util.Set;

/** Between which types CAST converts. */
final class TypeConversions {

    private static final Set<Integer> NUMBERS = Set.of(
            Types.TINYINT,
            Types.SMALLINT,
            Types.INTEGER,
            Types.BIGINT,
            Types.REAL,
            Types.FLOAT,
            Types.DOUBLE,
            Types.DECIMAL,
            Types.NUMERIC);

    private static final Set<Integer> TEXTS = Set.of(Types.CHAR, Types.VARCHAR);
    private static final Set<Integer> TIMES = Set.of(Types.DATE, Types.TIME, Types.TIMESTAMP);
    private static final Set<Integer> OTHERS = Set.of(Types.BOOLEAN, Types.VARBINARY);

    private TypeConversions() {}

    /** Whether values of a type can be cast to another; both are constants of {@link Types}. */
    static boolean isPossible(int from, int to) {
        if (!isKnown(from) || !isKnown(to)) {
            return false;
        }
        if (from == to || TEXTS.contains(from) || TEXTS.contains(to)) {
            return true;
        }
        if (NUMBERS.contains(from)) {
            return NUMBERS.contains(to);
        }
        // A date has no time, and a time has no date.
        return TIMES.contains(from)
                && TIMES.contains(to)
                && (from == Types.TIMESTAMP || (from == Types.DATE && to == Types.TIMESTAMP));
    }

    private static boolean isKnown(int type) {
        return NUMBERS.contains(type) || TEXTS.contains(type) || TIMES.contains(type) || OTHERS.contains(type);
    }
}
