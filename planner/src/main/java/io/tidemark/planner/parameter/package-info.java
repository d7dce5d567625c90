/**
 * Values for the question marks of a prepared statement: {@link io.tidemark.planner.parameter.ParameterBinding} is the entry.
 *
 * <p>Here: which Java values a parameter of each SQL type takes, and the literals that they become. Not here: how values come over the wire
 * (the server's {@code avatica}), what type a parameter has ({@code validate}).
 */
@NullMarked
package io.tidemark.planner.parameter;

import org.jspecify.annotations.NullMarked;
