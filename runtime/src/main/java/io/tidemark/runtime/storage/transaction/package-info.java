/**
 * Transactions of several statements over internal streams and tables: what they see, what they change, how they commit. Read {@link
 * io.tidemark.runtime.storage.transaction.StorageTransaction}.
 */
@NullMarked
package io.tidemark.runtime.storage.transaction;

import org.jspecify.annotations.NullMarked;
