/** The exceptions of the driver: {@link io.tidemark.jdbc.error.Failures} makes every one of them, with its SQLSTATE. */
@NullMarked
package io.tidemark.jdbc.error;

import org.jspecify.annotations.NullMarked;
