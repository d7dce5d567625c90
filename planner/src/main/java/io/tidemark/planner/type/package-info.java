/**
 * The types of the dialect: limits, result types of arithmetic, names.
 *
 * <p>Not here: which types columns may have ({@code validate}). Read {@link io.tidemark.planner.type.DialectTypeFactory} first.
 */
@NullMarked
package io.tidemark.planner.type;

import org.jspecify.annotations.NullMarked;
