package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import java.util.List;

/**
 * A part of a commit to an internal table. Batches have the table's columns. Weights matter only in {@link Delta}; elsewhere a row counts once.
 */
public sealed interface TableChange {

    /** New rows. DUPLICATE_KEY if one has the key of a row that is there. */
    record Insert(List<Batch> rows) implements TableChange {}

    /** Rows that replace those of the same key, if there are any. Without a primary key the same as {@link Insert}. */
    record Upsert(List<Batch> rows) implements TableChange {}

    /** Rows to take away, whole and as they were read. CONFLICT if one is no longer there. */
    record Delete(List<Batch> oldRows) implements TableChange {}

    /**
     * Rows to be changed: all old ones go, then all new ones come. CONFLICT if an old one is no longer there, DUPLICATE_KEY if a new one has
     * the key of a row that stays.
     */
    record Update(List<Batch> oldRows, List<Batch> newRows) implements TableChange {}

    /**
     * What a transaction has made of the version it began with: old rows that it took away or replaced, each as often as its weight says, and the
     * rows that it added. CONFLICT if an old one is no longer there, or if a new one has the key of a row that is there besides.
     */
    record Expected(List<Batch> oldRows, List<Batch> newRows) implements TableChange {}

    /**
     * What a query delivers. With a primary key, +1 upserts and a negative weight deletes the key; without, weights add up. INTERNAL if a row
     * is taken away that is not there.
     */
    record Delta(List<Batch> rows) implements TableChange {}

    /** All rows, in place of those that are there; empty to truncate. */
    record ReplaceAll(List<Batch> rows) implements TableChange {}
}
