package io.tidemark.runtime.storage.versioned;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntConsumer;

/**
 * Finds the newest version of a key by its hash: an extendible hash table of row ids. A table of at most 64 Ki places grows by doubling, then by
 * splitting in two, so that no step takes long and no array is large.
 *
 * <p>One writer; readers may look at the same time. They may find a row id that is out of date, but never miss one that has been there since they
 * began: places are overwritten or marked as removed, never moved within an array, and a new array takes the old one's place when it is complete.
 *
 * <p><b>Cost</b>: 4 bytes a place, at least two places a key.
 */
final class RowIndex {

    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int EMPTY = 0;
    private static final int REMOVED = -1;
    private static final int FIRST_PLACES = 64;
    private static final int MAX_PLACES = 1 << 16;

    /** Where the hash of a row that is in the index is known. */
    interface Hashes {
        int hash(int row);
    }

    /** Whether a row is the one looked for. */
    interface Match {
        boolean matches(int row);
    }

    private static final class Table {
        /** How many of a hash's upper bits all keys of this table share. */
        final int depth;

        /** A row id plus one, or {@link #EMPTY} or {@link #REMOVED}. */
        final int[] places;

        int live;
        int taken;

        Table(int depth, int placeCount) {
            this.depth = depth;
            this.places = new int[placeCount];
        }

        void add(int hash, int row) {
            int mask = places.length - 1;
            int at = hash & mask;
            while (places[at] != EMPTY) {
                at = (at + 1) & mask;
            }
            places[at] = row + 1;
            live++;
            taken++;
        }
    }

    private final Hashes hashes;
    private volatile Table[] directory = {new Table(0, FIRST_PLACES)};
    private long placeCount = FIRST_PLACES;

    RowIndex(Hashes hashes) {
        this.hashes = hashes;
    }

    long sizeBytes() {
        return placeCount * Integer.BYTES;
    }

    /** The row of that hash that matches, or {@link RowPage#NONE}. */
    int find(int hash, Match match) {
        Table table = table(hash);
        int mask = table.places.length - 1;
        for (int at = hash & mask; ; at = (at + 1) & mask) {
            int place = (int) INTS.getAcquire(table.places, at);
            if (place == EMPTY) {
                return RowPage.NONE;
            }
            if (place != REMOVED && match.matches(place - 1)) {
                return place - 1;
            }
        }
    }

    /** Adds a key that is not in the index. */
    void add(int hash, int row) {
        Table table = table(hash);
        if ((table.taken + 1) * 2 > table.places.length) {
            makeRoom(hash, table);
            table = table(hash);
        }
        int mask = table.places.length - 1;
        int at = hash & mask;
        while (table.places[at] != EMPTY && table.places[at] != REMOVED) {
            at = (at + 1) & mask;
        }
        table.taken += table.places[at] == EMPTY ? 1 : 0;
        table.live++;
        INTS.setRelease(table.places, at, row + 1);
    }

    /** Puts another row in the place of one that is in the index. */
    void replace(int hash, int row, int newRow) {
        Table table = table(hash);
        INTS.setRelease(table.places, place(table, hash, row), newRow + 1);
    }

    /** Removes a row, if it is in the index. */
    void remove(int hash, int row) {
        Table table = table(hash);
        int at = place(table, hash, row);
        if (at >= 0) {
            table.live--;
            INTS.setRelease(table.places, at, REMOVED);
        }
    }

    /** Whether a row is in the index. */
    boolean contains(int hash, int row) {
        return place(table(hash), hash, row) >= 0;
    }

    private static int place(Table table, int hash, int row) {
        int mask = table.places.length - 1;
        for (int at = hash & mask; table.places[at] != EMPTY; at = (at + 1) & mask) {
            if (table.places[at] == row + 1) {
                return at;
            }
        }
        return RowPage.NONE;
    }

    private Table table(int hash) {
        Table[] tables = directory;
        return tables[slot(hash, tables.length)];
    }

    /** The upper bits of the hash that number a directory of a power of two. */
    private static int slot(int hash, int length) {
        return length == 1 ? 0 : hash >>> (Integer.numberOfLeadingZeros(length) + 1);
    }

    private void makeRoom(int hash, Table full) {
        boolean manyRemoved = full.live * 4 < full.places.length;
        if (manyRemoved || full.places.length < MAX_PLACES) {
            Table wider = new Table(full.depth, manyRemoved ? full.places.length : full.places.length * 2);
            forEachRow(full, row -> wider.add(hashes.hash(row), row));
            replaceInDirectory(directory, hash, full, wider, wider);
            placeCount += wider.places.length - full.places.length;
        } else {
            split(hash, full);
        }
    }

    private void split(int hash, Table full) {
        Table lower = new Table(full.depth + 1, MAX_PLACES);
        Table upper = new Table(full.depth + 1, MAX_PLACES);
        int bit = 1 << (31 - full.depth);
        forEachRow(full, row -> {
            int rowHash = hashes.hash(row);
            ((rowHash & bit) == 0 ? lower : upper).add(rowHash, row);
        });
        placeCount += MAX_PLACES;
        Table[] tables = directory;
        if (1 << full.depth == tables.length) {
            Table[] doubled = new Table[tables.length * 2];
            for (int i = 0; i < doubled.length; i++) {
                doubled[i] = tables[i / 2];
            }
            tables = doubled;
        }
        replaceInDirectory(tables, hash, full, lower, upper);
    }

    /** Replaces a table in the half of its directory slots where its next bit is 0, and in the other half. */
    private void replaceInDirectory(Table[] tables, int hash, Table old, Table lower, Table upper) {
        Table[] changed = tables.clone();
        int shared = changed.length >> old.depth;
        int first = slot(hash, changed.length) / shared * shared;
        for (int i = 0; i < shared; i++) {
            changed[first + i] = i < (shared + 1) / 2 ? lower : upper;
        }
        directory = changed;
    }

    private static void forEachRow(Table table, IntConsumer action) {
        for (int place : table.places) {
            if (place != EMPTY && place != REMOVED) {
                action.accept(place - 1);
            }
        }
    }
}
