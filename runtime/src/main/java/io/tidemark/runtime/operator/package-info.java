/**
 * The incremental operators: small state machines that take a delta per epoch and give one out.
 *
 * <p>Operators are single-threaded, never block, read no clock and know nothing of SQL, plans or connectors. Their state lives in structures of
 * {@code io.tidemark.runtime.state}. Read {@link io.tidemark.runtime.operator.Operator} first.
 */
@NullMarked
package io.tidemark.runtime.operator;

import org.jspecify.annotations.NullMarked;
