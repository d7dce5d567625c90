/**
 * Values of results as Java has them: what travels on the wire, read as the class that is asked for.
 *
 * <p>Here: numbers, text, dates and times in any zone, arrays, and what type a column has for JDBC. Not here: where rows come
 * from, which is the package above. Read {@link io.tidemark.jdbc.value.Cell} first.
 */
@NullMarked
package io.tidemark.jdbc.value;

import org.jspecify.annotations.NullMarked;
