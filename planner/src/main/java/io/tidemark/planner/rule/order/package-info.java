/** Chooses the order in which inner joins are made. */
@NullMarked
package io.tidemark.planner.rule.order;

import org.jspecify.annotations.NullMarked;
