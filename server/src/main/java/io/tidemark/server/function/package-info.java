/**
 * Functions of users in the server: the copies of their jars, their class loaders, and their place in the catalog.
 *
 * <p>How their classes are called is in {@code io.tidemark.runtime.translate.user}. Read {@link io.tidemark.server.function.UserFunctions} first.
 */
@NullMarked
package io.tidemark.server.function;

import org.jspecify.annotations.NullMarked;
