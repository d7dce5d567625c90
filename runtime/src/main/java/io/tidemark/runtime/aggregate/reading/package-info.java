/**
 * Aggregates that are read off all arguments of a group: each a small function from an {@code ArgumentIndex} to one result.
 *
 * <p>Nothing here is told of single rows or keeps anything itself. Read {@link io.tidemark.runtime.aggregate.reading.GroupReading} first.
 */
@NullMarked
package io.tidemark.runtime.aggregate.reading;

import org.jspecify.annotations.NullMarked;
