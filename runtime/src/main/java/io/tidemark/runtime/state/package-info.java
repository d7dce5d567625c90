/**
 * The structures in which operators keep state: rows of 8-byte slots in pages, found by key through a hash table that is filled and probed a
 * batch at a time.
 *
 * <p>Nothing here knows of operators, aggregate functions or files. Read {@code RowTable} first.
 */
@NullMarked
package io.tidemark.runtime.state;

import org.jspecify.annotations.NullMarked;
