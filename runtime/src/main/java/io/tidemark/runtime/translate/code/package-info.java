/**
 * Java source as text, and the classes compiled from it.
 *
 * <p>What the source says is the business of {@code translate.expression}. Read {@link io.tidemark.runtime.translate.code.GeneratedClass} first.
 */
@NullMarked
package io.tidemark.runtime.translate.code;

import org.jspecify.annotations.NullMarked;
