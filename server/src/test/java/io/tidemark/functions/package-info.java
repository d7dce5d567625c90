/**
 * What scalar functions give: the files under {@code functions} say it, once for another engine to confirm and once by hand, and {@code
 * docs/functions.md} is written from them. Read {@link io.tidemark.functions.FunctionsTest} first.
 */
@NullMarked
package io.tidemark.functions;

import org.jspecify.annotations.NullMarked;
