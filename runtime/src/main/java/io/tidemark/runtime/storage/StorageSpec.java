package io.tidemark.runtime.storage;

import io.tidemark.runtime.storage.log.LogFiles;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;

/**
 * How streams and tables are stored.
 *
 * @param segmentBytes the length from which on a segment of a log is not added to
 * @param snapshotBytes how much a table's log grows, at least, before a snapshot is written
 * @param files opens the files of logs
 * @param executor where syncs run and snapshots are written
 * @param visibility held while several streams and tables are looked at that are to show the same commits
 */
record StorageSpec(long segmentBytes, long snapshotBytes, LogFiles files, Executor executor, Lock visibility) {}
