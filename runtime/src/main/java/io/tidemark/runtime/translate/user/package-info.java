/**
 * Functions of users: what their Java classes say about their types, and how generated code calls them.
 *
 * <p>Where their classes come from is the server's business. Read {@link io.tidemark.runtime.translate.user.FunctionBinder} first.
 */
@NullMarked
package io.tidemark.runtime.translate.user;

import org.jspecify.annotations.NullMarked;
