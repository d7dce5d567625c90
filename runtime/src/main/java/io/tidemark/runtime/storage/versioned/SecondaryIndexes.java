package io.tidemark.runtime.storage.versioned;

import io.tidemark.sql.error.CodedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The indexes of one relation's rows, by name. Each holds the rows of the last sealed version. To be guarded by its user. */
final class SecondaryIndexes {

    private final Map<String, IndexTree> trees = new HashMap<>();

    /**
     * Makes an index of the rows that are visible at a sealed sequence; later ones may be in the making.
     *
     * @param columns the indexes of its columns, in their order
     */
    void create(String name, List<Integer> columns, RowStore store, long sequence) {
        IndexTree tree = new IndexTree(store, columns);
        tree.begin(sequence);
        AtomicReferenceArray<RowPage> pages = store.pages();
        for (int number = 0; number < pages.length(); number++) {
            RowPage page = pages.get(number);
            for (int slot = 0; page != null && slot < RowPage.ROWS; slot++) {
                if (page.isVisible(slot, sequence)) {
                    tree.add(number << RowPage.SHIFT | slot);
                }
            }
        }
        trees.put(name, tree);
    }

    boolean has(String name, List<Integer> columns) {
        IndexTree tree = trees.get(name);
        return tree != null && tree.columns().equals(columns);
    }

    void drop(String name) {
        trees.remove(name);
    }

    /** Empties all indexes, for another store that has no rows yet. */
    void restart(RowStore store) {
        trees.replaceAll((name, tree) -> new IndexTree(store, tree.columns()));
    }

    /** Takes over what a version changes. */
    void apply(IntList ended, IntList added, long sequence) {
        for (IndexTree tree : trees.values()) {
            tree.begin(sequence);
            for (int i = 0; i < ended.size(); i++) {
                tree.remove(ended.get(i));
            }
            for (int i = 0; i < added.size(); i++) {
                tree.add(added.get(i));
            }
        }
    }

    /** Adds the rows of the last sealed version that have less than a bound in the first column of an index. */
    void below(String name, long bound, IntList found) {
        tree(name).root().below(bound, found);
    }

    /** Whether a row, in the index or not yet, has less than a bound in its first column. */
    boolean isBelow(String name, long bound, int row) {
        return tree(name).root().isBelow(bound, row);
    }

    private IndexTree tree(String name) {
        IndexTree tree = trees.get(name);
        if (tree == null) {
            throw CodedException.internal("there is no index \"" + name + "\"");
        }
        return tree;
    }

    boolean isEmpty() {
        return trees.isEmpty();
    }

    /** The indexes as they are now. */
    Map<String, IndexTree.Root> roots() {
        Map<String, IndexTree.Root> roots = new HashMap<>();
        trees.forEach((name, tree) -> roots.put(name, tree.root()));
        return Map.copyOf(roots);
    }

    long sizeBytes() {
        return trees.values().stream().mapToLong(IndexTree::sizeBytes).sum();
    }
}
