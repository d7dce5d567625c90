/**
 * Logical operators that Calcite has too, but without a place in the statement. Those that are not here are Calcite's own, and carry their place as
 * {@link io.tidemark.planner.validate.NodePosition} says.
 */
@NullMarked
package io.tidemark.planner.logical;

import org.jspecify.annotations.NullMarked;
