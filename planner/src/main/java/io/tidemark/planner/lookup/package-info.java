/**
 * Finds where a snapshot query asks for rows by key, so that its scans need not read all rows.
 *
 * <p>What a looked-up scan is, {@link io.tidemark.planner.incremental.IncrementalScan.Lookup} says; the rows themselves are found by the runtime.
 * Read {@link io.tidemark.planner.lookup.LookupRewrite} first.
 */
@NullMarked
package io.tidemark.planner.lookup;

import org.jspecify.annotations.NullMarked;
