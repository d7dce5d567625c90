/**
 * How operators are tested: scripts of steps, with tables as text. Read {@code OperatorScript} first.
 */
@NullMarked
package io.tidemark.runtime.testing;

import org.jspecify.annotations.NullMarked;
