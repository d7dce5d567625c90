/**
 * Names and types: from a parse tree to a logical plan.
 *
 * <p>Here: the type system, the operator table with Tidemark's own functions, the look-up of relations, the validator, the translation of
 * its errors, definitions of relations, and the conversion to {@link io.tidemark.planner.validate.LogicalPlan}. Not here: anything that
 * changes a logical plan ({@code rule}).
 */
@NullMarked
package io.tidemark.planner.validate;

import org.jspecify.annotations.NullMarked;
