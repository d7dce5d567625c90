/** The frames of rows that functions with OVER look at. */
@NullMarked
package io.tidemark.planner.incremental.over;

import org.jspecify.annotations.NullMarked;
