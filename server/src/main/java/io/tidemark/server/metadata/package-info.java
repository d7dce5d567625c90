/**
 * What JDBC's {@link java.sql.DatabaseMetaData} tells of the catalog, as tables of plain values: relations, columns, keys, indexes, functions,
 * types, and with no rows what Tidemark doesn't have.
 *
 * <p>Not here: how the tables reach a client, which is in {@code .server.avatica}. Read {@link io.tidemark.server.metadata.CatalogMetadata}
 * first.
 */
@NullMarked
package io.tidemark.server.metadata;

import org.jspecify.annotations.NullMarked;
