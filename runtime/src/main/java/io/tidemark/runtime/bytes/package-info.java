/** Ways to look at many bytes at a time. What the bytes stand for is not known here. */
@NullMarked
package io.tidemark.runtime.bytes;

import org.jspecify.annotations.NullMarked;
