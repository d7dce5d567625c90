/** Calcite's types and literals as the engine's own. Read {@link io.tidemark.runtime.translate.type.TypeMapper} first. */
@NullMarked
package io.tidemark.runtime.translate.type;

import org.jspecify.annotations.NullMarked;
