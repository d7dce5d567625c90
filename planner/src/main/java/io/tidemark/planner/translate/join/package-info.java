/** What a join's condition says: which columns have to be equal, what else has to hold, and what follows for the rows that come out. */
@NullMarked
package io.tidemark.planner.translate.join;

import org.jspecify.annotations.NullMarked;
