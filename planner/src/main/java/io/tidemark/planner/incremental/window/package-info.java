/** Windows whose rows are added up once, however many windows they are in. */
@NullMarked
package io.tidemark.planner.incremental.window;

import org.jspecify.annotations.NullMarked;
