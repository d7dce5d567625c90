/**
 * The connector {@code jdbc}: tables of other databases as sinks, exactly once.
 *
 * <p>Read {@link io.tidemark.connectors.jdbc.JdbcConnector} first, then {@code JdbcSink}. What differs between databases is behind {@code
 * SqlDialect}; nothing else here knows one database from another. Reading tables is not here.
 */
@NullMarked
package io.tidemark.connectors.jdbc;

import org.jspecify.annotations.NullMarked;
