package io.tidemark.runtime.storage.versioned;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A node of an {@link IndexTree}: rows in their order, each with its prefix; in an inner node the first row below each child.
 *
 * <p>A node is changed only by the version that made it; a later one copies it first. So what a published root reaches never changes.
 *
 * <p><b>Cost</b>: 12 bytes an entry and 4 more in an inner node, for {@link #CAPACITY} and one more, whatever is in use.
 */
final class IndexNode {

    static final int CAPACITY = 64;

    final long owner;
    final @Nullable IndexNode @Nullable [] children;
    private final long[] prefixes;
    private final int[] rows;
    private int size;

    private IndexNode(long owner, boolean isLeaf) {
        this.owner = owner;
        this.prefixes = new long[CAPACITY + 1];
        this.rows = new int[CAPACITY + 1];
        this.children = isLeaf ? null : new IndexNode[CAPACITY + 1];
    }

    private IndexNode(long owner, IndexNode copied) {
        this.owner = owner;
        this.prefixes = copied.prefixes.clone();
        this.rows = copied.rows.clone();
        this.children = copied.children == null ? null : copied.children.clone();
        this.size = copied.size;
    }

    static IndexNode leaf(long owner) {
        return new IndexNode(owner, true);
    }

    static IndexNode inner(long owner, IndexNode first, IndexNode second) {
        IndexNode node = new IndexNode(owner, false);
        node.insert(0, first.prefixes[0], first.rows[0], first);
        node.insert(1, second.prefixes[0], second.rows[0], second);
        return node;
    }

    /** This node, or a copy of it that the version may change. */
    IndexNode ownedBy(long version) {
        return owner == version ? this : new IndexNode(version, this);
    }

    static long sizeBytes(boolean isLeaf) {
        return (CAPACITY + 1L) * (Long.BYTES + Integer.BYTES + (isLeaf ? 0 : Integer.BYTES)) + 96;
    }

    boolean isLeaf() {
        return children == null;
    }

    int size() {
        return size;
    }

    int row(int at) {
        return rows[at];
    }

    long prefix(int at) {
        return prefixes[at];
    }

    IndexNode child(int at) {
        IndexNode child = children == null ? null : children[at];
        if (child == null) {
            throw new IllegalStateException("no child " + at + " in an index node of " + size);
        }
        return child;
    }

    /** How many entries come before a row, or are it. */
    int upTo(long prefix, int row, IndexOrder order) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int compared = prefixes[middle] != prefix
                    ? Long.compare(prefixes[middle], prefix)
                    : order.compare(rows[middle], row);
            if (compared <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** How many entries come before a key. */
    int before(IndexOrder.Key key) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (key.compareRow(prefixes[middle], rows[middle]) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    void insert(int at, long prefix, int row, @Nullable IndexNode child) {
        System.arraycopy(prefixes, at, prefixes, at + 1, size - at);
        System.arraycopy(rows, at, rows, at + 1, size - at);
        prefixes[at] = prefix;
        rows[at] = row;
        if (children != null) {
            System.arraycopy(children, at, children, at + 1, size - at);
            children[at] = child;
        }
        size++;
    }

    void remove(int at) {
        size--;
        System.arraycopy(prefixes, at + 1, prefixes, at, size - at);
        System.arraycopy(rows, at + 1, rows, at, size - at);
        if (children != null) {
            System.arraycopy(children, at + 1, children, at, size - at);
            children[size] = null;
        }
    }

    /** Puts a child in its place, with the first row below it. */
    void setChild(int at, IndexNode child) {
        if (children != null) {
            children[at] = child;
        }
        prefixes[at] = child.prefixes[0];
        rows[at] = child.rows[0];
    }

    /** Moves the upper half into a new node. */
    IndexNode split() {
        IndexNode upper = new IndexNode(owner, isLeaf());
        int half = size / 2;
        upper.append(this, half);
        if (children != null) {
            Arrays.fill(children, half, size, null);
        }
        size = half;
        return upper;
    }

    /** Appends the entries of another node from one on. */
    void append(IndexNode other, int from) {
        int count = other.size - from;
        System.arraycopy(other.prefixes, from, prefixes, size, count);
        System.arraycopy(other.rows, from, rows, size, count);
        if (children != null && other.children != null) {
            System.arraycopy(other.children, from, children, size, count);
        }
        size += count;
    }
}
