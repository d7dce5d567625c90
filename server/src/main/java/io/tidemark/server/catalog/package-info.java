/**
 * The durable catalog: every schema, relation and query, kept in a log in the data directory as the statements that made them.
 *
 * <p>Nothing is started or planned here. Read {@link io.tidemark.server.catalog.ServerCatalog} first, then {@link
 * io.tidemark.server.catalog.CatalogStore}.
 */
@NullMarked
package io.tidemark.server.catalog;

import org.jspecify.annotations.NullMarked;
