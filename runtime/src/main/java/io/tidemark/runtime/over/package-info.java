/**
 * OVER: what functions give for each row, of the rows around it in its partition.
 *
 * <p>Read {@link io.tidemark.runtime.over.OverOperator} first, then {@link io.tidemark.runtime.over.PartitionRows}, over which everything is
 * computed.
 */
@NullMarked
package io.tidemark.runtime.over;

import org.jspecify.annotations.NullMarked;
