/** What is known of the rows that a node of the incremental plan gives out: changelog, emission, watermarks and keys. The nodes live one package up. */
@NullMarked
package io.tidemark.planner.incremental.trait;

import org.jspecify.annotations.NullMarked;
