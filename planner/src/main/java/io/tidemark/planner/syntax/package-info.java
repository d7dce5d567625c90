/**
 * What is done to parse trees before validation: copies, rewrites of other spellings, refusals of what is not done yet.
 *
 * <p>Not here: anything that needs to know types or the catalog ({@code validate}). Read {@link io.tidemark.planner.syntax.UnsupportedConstructs}
 * first.
 */
@NullMarked
package io.tidemark.planner.syntax;

import org.jspecify.annotations.NullMarked;
