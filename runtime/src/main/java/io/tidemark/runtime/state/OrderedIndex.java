package io.tidemark.runtime.state;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a {@link RowTable} in the order of their group and then in a {@link RowOrder}: a B+ tree of row numbers.
 *
 * <p>An entry holds the group, the 64-bit prefix of the row's value and the row's number, so that a way down looks at rows only where prefixes
 * are equal. An inner node holds the least entry of each child, taken anew after each change below it: so it never names a row that is gone.
 *
 * <p><b>Cost</b>: O(log n) to insert and to remove, and to find the first or last row of a group, or one by its prefix; 20 bytes an entry in nodes that are at least a
 * quarter full. <b>Source</b>: Bayer and McCreight, "Organization and maintenance of large ordered indexes", 1972; Comer, "The ubiquitous
 * B-tree", 1979.
 */
public final class OrderedIndex {

    static final int CAPACITY = 64;

    private static final int LEAST = CAPACITY / 4;
    private static final int ENTRY_BYTES = 20;
    private static final int NODE_BYTES = 120;

    private final RowOrder order;
    private Node root = new Node(false);
    private long nodes = 1;
    private long entries;

    /** The entry that is being inserted or removed. */
    private long group;

    private long prefix;
    private int row;

    /** A leaf's entries, or the least entry of each child of an inner node. */
    private static final class Node {
        private final long[] groups = new long[CAPACITY];
        private final long[] prefixes = new long[CAPACITY];
        private final int[] rows = new int[CAPACITY];
        private final @Nullable Node @Nullable [] children;
        private int count;
        private @Nullable Node next;

        Node(boolean inner) {
            children = inner ? new Node[CAPACITY] : null;
        }

        Node child(int index) {
            if (children == null || children[index] == null) {
                throw new IllegalStateException("a leaf has no child " + index);
            }
            return children[index];
        }

        /** Shifts the entries from {@code at} on by {@code distance}, which may be negative. */
        void shift(int at, int distance) {
            move(this, at, this, at + distance, count - at);
            count += distance;
            if (children != null && distance < 0) {
                Arrays.fill(children, count, count - distance, null);
            }
        }

        static void move(Node from, int start, Node into, int at, int length) {
            System.arraycopy(from.groups, start, into.groups, at, length);
            System.arraycopy(from.prefixes, start, into.prefixes, at, length);
            System.arraycopy(from.rows, start, into.rows, at, length);
            if (from.children != null && into.children != null) {
                System.arraycopy(from.children, start, into.children, at, length);
            }
        }

        /** Takes the least entry of the child at {@code index} over. */
        void refresh(int index) {
            Node child = child(index);
            groups[index] = child.groups[0];
            prefixes[index] = child.prefixes[0];
            rows[index] = child.rows[0];
        }

        void insertChild(int index, Node child) {
            shift(index, 1);
            if (children != null) {
                children[index] = child;
            }
            refresh(index);
        }
    }

    /** The rows of one group, in order. Valid until the index changes. */
    public final class Cursor {
        private final long wanted;
        private @Nullable Node leaf;
        private int at;

        private Cursor(long wanted, long least) {
            this.wanted = wanted;
            Node node = root;
            while (node.children != null) {
                node = node.child(Math.max(0, firstOf(node, wanted, least) - 1));
            }
            leaf = node;
            at = firstOf(node, wanted, least);
        }

        /** The next row, or -1 after the last. */
        public int next() {
            while (leaf != null && at == leaf.count) {
                leaf = leaf.next;
                at = 0;
            }
            return leaf == null || leaf.groups[at] != wanted ? -1 : leaf.rows[at++];
        }
    }

    /** Makes an empty one of rows in an order. */
    public OrderedIndex(RowOrder order) {
        this.order = order;
    }

    /** The rows of a group. */
    public Cursor cursor(long ofGroup) {
        return new Cursor(ofGroup, Long.MIN_VALUE);
    }

    /** The rows of a group whose {@link RowOrder#prefix} is at or above one. */
    public Cursor from(long ofGroup, long leastPrefix) {
        return new Cursor(ofGroup, leastPrefix);
    }

    /** The last row of a group whose {@link RowOrder#prefix} is at or below one, or -1. */
    public int upTo(long ofGroup, long greatestPrefix) {
        if (greatestPrefix == Long.MAX_VALUE) {
            return last(ofGroup);
        }
        Node node = root;
        while (node.children != null) {
            node = node.child(Math.max(0, firstOf(node, ofGroup, greatestPrefix + 1) - 1));
        }
        int before = firstOf(node, ofGroup, greatestPrefix + 1) - 1;
        return before >= 0 && node.groups[before] == ofGroup ? node.rows[before] : -1;
    }

    /** The first row of a group, or -1. */
    public int first(long ofGroup) {
        return cursor(ofGroup).next();
    }

    /** The last row of a group, or -1. */
    public int last(long ofGroup) {
        Node node = root;
        while (node.children != null) {
            node = node.child(Math.max(0, firstAfter(node, ofGroup) - 1));
        }
        int at = firstAfter(node, ofGroup) - 1;
        return at >= 0 && node.groups[at] == ofGroup ? node.rows[at] : -1;
    }

    /** How many entries of a node come before a prefix in a group. */
    private static int firstOf(Node node, long ofGroup, long ofPrefix) {
        int low = 0;
        int high = node.count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            boolean before =
                    node.groups[middle] != ofGroup ? node.groups[middle] < ofGroup : node.prefixes[middle] < ofPrefix;
            if (before) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static int firstAfter(Node node, long ofGroup) {
        return ofGroup == Long.MAX_VALUE ? node.count : firstOf(node, ofGroup + 1, Long.MIN_VALUE);
    }

    /** Adds a row, which is not there yet. */
    public void insert(long ofGroup, int newRow) {
        seek(ofGroup, newRow);
        Node split = insert(root);
        if (split != null) {
            Node above = new Node(true);
            nodes++;
            above.insertChild(0, root);
            above.insertChild(1, split);
            root = above;
        }
        entries++;
    }

    private void seek(long ofGroup, int ofRow) {
        group = ofGroup;
        prefix = order.prefix(ofRow);
        row = ofRow;
    }

    /** Inserts below a node; returns the node's new right neighbour if it had to be split. */
    private @Nullable Node insert(Node node) {
        int at = lowerBound(node);
        if (node.children == null) {
            node.shift(at, 1);
            node.groups[at] = group;
            node.prefixes[at] = prefix;
            node.rows[at] = row;
        } else {
            int child = Math.max(0, at - 1);
            Node split = insert(node.child(child));
            node.refresh(child);
            if (split != null) {
                node.insertChild(child + 1, split);
            }
        }
        return node.count == CAPACITY ? split(node) : null;
    }

    private Node split(Node node) {
        Node right = new Node(node.children != null);
        nodes++;
        balance(node, right, node.count / 2);
        if (node.children == null) {
            right.next = node.next;
            node.next = right;
        }
        return right;
    }

    /** Moves entries between neighbours so that the left one has as many as said. */
    private static void balance(Node left, Node right, int leftCount) {
        int surplus = left.count - leftCount;
        if (surplus > 0) {
            right.shift(0, surplus);
            Node.move(left, leftCount, right, 0, surplus);
            left.shift(left.count, -surplus);
        } else {
            Node.move(right, 0, left, left.count, -surplus);
            left.count -= surplus;
            right.shift(-surplus, surplus);
        }
    }

    /** Takes a row out, which must be there, in the table too. */
    public void remove(long ofGroup, int oldRow) {
        seek(ofGroup, oldRow);
        remove(root);
        if (root.children != null && root.count == 1) {
            root = root.child(0);
            nodes--;
        }
        entries--;
    }

    private void remove(Node node) {
        int at = lowerBound(node);
        if (node.children == null) {
            if (at == node.count || node.rows[at] != row) {
                throw new IllegalStateException("row " + row + " is not in the index");
            }
            node.shift(at + 1, -1);
            return;
        }
        boolean least = at < node.count && node.rows[at] == row;
        int child = least ? at : Math.max(0, at - 1);
        remove(node.child(child));
        if (node.child(child).count < LEAST && node.count > 1) {
            fill(node, Math.min(child, node.count - 2));
        } else if (node.child(child).count > 0) {
            node.refresh(child);
        }
    }

    /** Evens out, or makes one of, the children at {@code index} and the next. */
    private void fill(Node node, int index) {
        Node left = node.child(index);
        Node right = node.child(index + 1);
        int both = left.count + right.count;
        if (both > CAPACITY * 3 / 4) {
            balance(left, right, both / 2);
            node.refresh(index);
            node.refresh(index + 1);
            return;
        }
        balance(left, right, both);
        if (left.children == null) {
            left.next = right.next;
        }
        nodes--;
        node.shift(index + 2, -1);
        node.refresh(index);
    }

    /** How many entries of a node come before the one sought. */
    private int lowerBound(Node node) {
        int low = 0;
        int high = node.count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isBefore(node, middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean isBefore(Node node, int at) {
        if (node.groups[at] != group) {
            return node.groups[at] < group;
        }
        if (node.prefixes[at] != prefix) {
            return node.prefixes[at] < prefix;
        }
        return node.rows[at] != row && order.compare(node.rows[at], row) < 0;
    }

    /** The number of rows. */
    public long size() {
        return entries;
    }

    /** Forgets all rows. */
    public void clear() {
        root = new Node(false);
        nodes = 1;
        entries = 0;
    }

    /** The memory held, in bytes. */
    public long sizeBytes() {
        return nodes * (NODE_BYTES + (long) CAPACITY * ENTRY_BYTES);
    }
}
