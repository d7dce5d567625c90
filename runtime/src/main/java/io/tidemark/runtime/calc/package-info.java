/**
 * The operators that run compiled expressions, and the contract that compiled code fulfils.
 *
 * <p>Nothing here knows how the code is made: that is {@code io.tidemark.runtime.translate}. Read {@link io.tidemark.runtime.calc.CalcProgram} and
 * {@link io.tidemark.runtime.calc.CalcOperator} first.
 */
@NullMarked
package io.tidemark.runtime.calc;

import org.jspecify.annotations.NullMarked;
