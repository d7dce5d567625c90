/** What the result ought to be: DuckDB's answers over the rows accepted, of which plain Java says which they are. {@link Oracle} first. */
@NullMarked
package io.tidemark.trial.oracle;

import org.jspecify.annotations.NullMarked;
