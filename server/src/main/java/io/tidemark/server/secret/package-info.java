/**
 * Secrets: values that options name instead of having them, encrypted in the catalog and in the clear only for a connector that is opened.
 *
 * <p>Who may make and use them is in {@code io.tidemark.server.security}; what is kept of them, encrypted, in the catalog ({@link
 * io.tidemark.server.catalog.StoredSecret}). Read {@link io.tidemark.server.secret.Secrets} first.
 */
@NullMarked
package io.tidemark.server.secret;

import org.jspecify.annotations.NullMarked;
