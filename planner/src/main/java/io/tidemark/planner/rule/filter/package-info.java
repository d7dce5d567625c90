/** Moves the conditions of a plan to where they leave the fewest rows. */
@NullMarked
package io.tidemark.planner.rule.filter;

import org.jspecify.annotations.NullMarked;
