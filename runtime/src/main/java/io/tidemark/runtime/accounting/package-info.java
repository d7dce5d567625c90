/**
 * What became of every row that a query read: {@code read = accepted + late + bad + filtered}, for each source and epoch.
 *
 * <p>Read {@link io.tidemark.runtime.accounting.RowLedger} first. Which rows are late or bad is said by the operators and the sources; where the
 * rows kept go is the business of {@code io.tidemark.runtime.epoch}, whose loop drives this.
 */
@NullMarked
package io.tidemark.runtime.accounting;

import org.jspecify.annotations.NullMarked;
