/**
 * Types as written in SQL, where Calcite's own nodes lose that an element must not be NULL, the {@code ::} cast, and the
 * names that are no types.
 *
 * <p>Here: how such types are spelt. Not here: what they mean to the engine (planner). Read
 * {@link io.tidemark.sql.ast.type.RowTypeSpec} first.
 */
@NullMarked
package io.tidemark.sql.ast.type;

import org.jspecify.annotations.NullMarked;
