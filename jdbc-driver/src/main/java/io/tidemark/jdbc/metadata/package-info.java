/**
 * {@link java.sql.DatabaseMetaData}, {@link java.sql.ResultSetMetaData} and {@link java.sql.ParameterMetaData}: what the dialect can do, what
 * the server holds, and the types of columns and parameters.
 *
 * <p>What is the same for every server is fixed here; lists come from the server, each through one call. Read {@link
 * io.tidemark.jdbc.metadata.RemoteDatabaseMetaData} first.
 */
@NullMarked
package io.tidemark.jdbc.metadata;

import org.jspecify.annotations.NullMarked;
