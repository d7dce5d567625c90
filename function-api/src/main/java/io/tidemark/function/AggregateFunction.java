package io.tidemark.function;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A function of the values of many rows.
 *
 * <p>An implementation is a public class with a public constructor without parameters. Beside the methods here it has, found by their names, one
 * public method each of:
 *
 * <pre>
 * void add(A accumulator, …)       takes the arguments of a row in
 * void retract(A accumulator, …)   takes those of a row out again that had been added; may be absent
 * R result(A accumulator)          the result of all that has been added
 * </pre>
 *
 * <p>The types of the arguments and of the result are those of {@link ScalarFunction}. A row with a NULL for a parameter of a primitive type is left
 * out. Without {@code retract} the function is refused over rows that may change or go away.
 *
 * <p>Rows come in any order, so the result must not depend on it. One instance serves the whole server, from several threads at once; an
 * accumulator is used by one at a time. What a method throws makes the query fail, with its state intact.
 *
 * @param <A> the accumulator: what is kept of the rows of a group
 */
public interface AggregateFunction<A> {

    /** An accumulator of no rows. */
    A create();

    /** Adds to an accumulator what another one has taken in. */
    void merge(A into, A other);

    /** Writes an accumulator down; at most 4 MB. The server keeps it like this between epochs and in its checkpoints. */
    void write(A accumulator, DataOutput out) throws IOException;

    /** Reads what {@link #write} wrote. */
    A read(DataInput in) throws IOException;
}
