/**
 * The methods of {@link java.sql.ResultSet} in layers: what is refused, what reads a value, what reads a stream. Where rows come from is not
 * here but in the package above. Read {@link io.tidemark.jdbc.result.CheckedResultSet} first.
 */
@NullMarked
package io.tidemark.jdbc.result;

import org.jspecify.annotations.NullMarked;
