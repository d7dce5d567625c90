/**
 * Who may connect and what they may do: users with their passwords, roles, privileges, and the key for TLS.
 *
 * <p>What is kept of users is in the catalog ({@link io.tidemark.server.catalog.StoredRole}). Read {@link io.tidemark.server.security.Authenticator} first.
 */
@NullMarked
package io.tidemark.server.security;

import org.jspecify.annotations.NullMarked;
