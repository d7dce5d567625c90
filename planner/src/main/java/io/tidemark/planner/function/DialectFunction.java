package io.tidemark.planner.function;

/**
 * A function that statements can call.
 *
 * @param name in capital letters
 * @param kind what it is about
 */
public record DialectFunction(String name, Kind kind) {

    /** What functions are about, as JDBC divides them, and two kinds that stand elsewhere than other functions. */
    public enum Kind {
        /** Numbers. */
        NUMERIC,
        /** Text and bytes. */
        STRING,
        /** Dates and times. */
        TIME_DATE,
        /** Anything else. */
        SYSTEM,
        /** The rows of a group. */
        AGGREGATE,
        /** A relation. */
        TABLE
    }
}
