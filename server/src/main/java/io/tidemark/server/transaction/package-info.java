/**
 * Transactions of several statements, as one session has them. {@link io.tidemark.server.transaction.Transactions} says when one begins and ends;
 * what it sees and changes is in {@code io.tidemark.runtime.storage.transaction}.
 */
@NullMarked
package io.tidemark.server.transaction;

import org.jspecify.annotations.NullMarked;
