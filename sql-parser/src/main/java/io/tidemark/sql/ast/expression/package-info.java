/** Operators of expressions that Calcite's grammar lacks. Read {@link io.tidemark.sql.ast.expression.InfixFunction} first. */
@NullMarked
package io.tidemark.sql.ast.expression;

import org.jspecify.annotations.NullMarked;
