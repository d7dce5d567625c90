/**
 * Rows in order within partitions: the rank of each row, and the rows of the first ranks.
 *
 * <p>Ties are broken by all columns of a row, never by arrival. Read {@link io.tidemark.runtime.order.TopNOperator} first.
 */
@NullMarked
package io.tidemark.runtime.order;

import org.jspecify.annotations.NullMarked;
