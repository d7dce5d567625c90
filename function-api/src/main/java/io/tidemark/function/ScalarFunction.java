package io.tidemark.function;

/**
 * A function of the values of one row.
 *
 * <p>An implementation is a public class with a public constructor without parameters, and has one public method {@code eval}, whose Java types say
 * which SQL types it takes and gives:
 *
 * <pre>
 * boolean, Boolean   BOOLEAN        String      VARCHAR          LocalDate       DATE
 * int, Integer       INTEGER        byte[]      VARBINARY        LocalTime       TIME
 * long, Long         BIGINT         BigDecimal  DECIMAL          LocalDateTime   TIMESTAMP
 * double, Double     DOUBLE                                      Instant         TIMESTAMP WITH LOCAL TIME ZONE
 * </pre>
 *
 * <p>A parameter of a primitive type is never NULL: where its argument is, {@code eval} is not called, and the result is NULL. All other parameters
 * may be null, and so may a result that is not of a primitive type.
 *
 * <p>One instance serves the whole server, from several threads at once. What {@code eval} throws is an error of the row that it was called for.
 */
public interface ScalarFunction {

    /**
     * Whether equal arguments always give equal results. A continuous query repeats what it did before a crash, and takes rows back by computing
     * them again; so one that is not deterministic is taken in queries that end, and refused in all others.
     */
    default boolean isDeterministic() {
        return true;
    }
}
