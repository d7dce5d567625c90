package io.tidemark.runtime.storage;

import java.util.concurrent.Executor;

/**
 * How streams and tables are stored.
 *
 * @param segmentBytes the length from which on a segment of a log is not added to
 * @param snapshotBytes how much a table's log grows, at least, before a snapshot is written
 * @param executor where syncs run and snapshots are written
 */
record StorageSpec(long segmentBytes, long snapshotBytes, Executor executor) {}
