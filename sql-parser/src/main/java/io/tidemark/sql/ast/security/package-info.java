/**
 * The nodes of statements about who may do what: users and their passwords, roles and privileges.
 *
 * <p>Other statements are in {@link io.tidemark.sql.ast.command}. No node prints a password. Read {@link
 * io.tidemark.sql.ast.security.SqlCreateUser} first.
 */
@NullMarked
package io.tidemark.sql.ast.security;

import org.jspecify.annotations.NullMarked;
