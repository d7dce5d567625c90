/**
 * Windows of event time: which windows a time is in, and the operators that put rows into them. What is done with the rows of a window is no
 * business of this package.
 */
@NullMarked
package io.tidemark.runtime.window;

import org.jspecify.annotations.NullMarked;
