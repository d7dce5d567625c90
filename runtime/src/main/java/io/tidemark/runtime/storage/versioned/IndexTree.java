package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An index: a B+ tree of row ids in the order of some columns, which holds the rows of one version and no others. Nodes are copied on the first
 * write of a version, so that the root of each version stays as it is while later ones are made: readers take the root that was published with
 * their version, and need not look whether a row is visible.
 *
 * <p>One writer; readers of {@link Root} at the same time. <b>Cost</b>: 12 bytes a row at full nodes, which are half full in the worst case; a
 * change copies the nodes on its path that the version has not copied yet, each of about 1 KiB.
 */
final class IndexTree {

    private final List<Integer> columns;
    private final IndexOrder order;
    private IndexNode root;
    private long version;
    private long leaves = 1;
    private long inners;

    /** The tree as one version has it. */
    record Root(List<Integer> columns, IndexOrder order, IndexNode node) {

        /** Adds the rows that have the values of a key in the first columns, in the index's order. */
        void find(Batch keys, int position, IntList found) {
            Column[] values = keys.columns().toArray(Column[]::new);
            collect(node, order.new Key(values, position), found);
        }

        /** Adds the rows that have less than a bound, and not NULL, in the first column, which is one of 64-bit values. */
        void below(long bound, IntList found) {
            collectBelow(node, bound, found);
        }

        private void collectBelow(IndexNode from, long bound, IntList found) {
            for (int i = 0; i < from.size() && from.prefix(i) < bound; i++) {
                if (!from.isLeaf()) {
                    collectBelow(from.child(i), bound, found);
                } else if (isBelow(bound, from.row(i))) {
                    found.add(from.row(i));
                }
            }
        }

        boolean isBelow(long bound, int row) {
            return !order.isNull(row) && order.prefix(row) < bound;
        }

        private static void collect(IndexNode node, IndexOrder.Key key, IntList found) {
            int from = node.before(key);
            if (!node.isLeaf() && from > 0) {
                collect(node.child(from - 1), key, found);
            }
            for (int i = from; i < node.size() && key.compareRow(node.prefix(i), node.row(i)) == 0; i++) {
                if (node.isLeaf()) {
                    found.add(node.row(i));
                } else {
                    collect(node.child(i), key, found);
                }
            }
        }
    }

    /** An empty index over columns of the store's rows. */
    IndexTree(RowStore store, List<Integer> columns) {
        this.columns = List.copyOf(columns);
        this.order = new IndexOrder(
                store, columns.stream().mapToInt(Integer::intValue).toArray());
        this.root = IndexNode.leaf(0);
    }

    List<Integer> columns() {
        return columns;
    }

    Root root() {
        return new Root(columns, order, root);
    }

    long sizeBytes() {
        return leaves * IndexNode.sizeBytes(true) + inners * IndexNode.sizeBytes(false);
    }

    /** Begins a version: what follows is not seen through roots taken before. */
    void begin(long newVersion) {
        version = newVersion;
    }

    /** Adds a row that is not in the index. */
    void add(int row) {
        root = root.ownedBy(version);
        IndexNode right = insert(root, order.prefix(row), row);
        if (right != null) {
            root = IndexNode.inner(version, root, right);
            inners++;
        }
    }

    /** Returns what was split off to the right of the node, if it was full. */
    private @Nullable IndexNode insert(IndexNode node, long prefix, int row) {
        int at = node.upTo(prefix, row, order);
        if (node.isLeaf()) {
            node.insert(at, prefix, row, null);
        } else {
            int place = Math.max(0, at - 1);
            IndexNode child = node.child(place).ownedBy(version);
            IndexNode right = insert(child, prefix, row);
            node.setChild(place, child);
            if (right != null) {
                node.insert(place + 1, right.prefix(0), right.row(0), right);
            }
        }
        if (node.size() <= IndexNode.CAPACITY) {
            return null;
        }
        leaves += node.isLeaf() ? 1 : 0;
        inners += node.isLeaf() ? 0 : 1;
        return node.split();
    }

    /** Removes a row that is in the index. */
    void remove(int row) {
        root = root.ownedBy(version);
        remove(root, order.prefix(row), row);
        while (!root.isLeaf() && root.size() == 1) {
            root = root.child(0);
            inners--;
        }
    }

    private void remove(IndexNode node, long prefix, int row) {
        int at = node.upTo(prefix, row, order) - 1;
        if (at < 0 || (node.isLeaf() && node.row(at) != row)) {
            throw CodedException.internal("a row that goes is not in an index of its table");
        }
        if (node.isLeaf()) {
            node.remove(at);
            return;
        }
        IndexNode child = node.child(at).ownedBy(version);
        remove(child, prefix, row);
        if (child.size() == 0) {
            removeChild(node, at, child);
        } else {
            node.setChild(at, child);
            mergeIfSparse(node, at, child);
        }
    }

    private void removeChild(IndexNode node, int at, IndexNode child) {
        node.remove(at);
        leaves -= child.isLeaf() ? 1 : 0;
        inners -= child.isLeaf() ? 0 : 1;
    }

    private void mergeIfSparse(IndexNode node, int at, IndexNode child) {
        if (child.size() * 4 >= IndexNode.CAPACITY || node.size() == 1) {
            return;
        }
        int left = at > 0 ? at - 1 : at;
        IndexNode right = node.child(left + 1);
        if ((node.child(left).size() + right.size()) * 4 <= IndexNode.CAPACITY * 3) {
            IndexNode merged = node.child(left).ownedBy(version);
            merged.append(right, 0);
            node.setChild(left, merged);
            removeChild(node, left + 1, right);
        }
    }
}
