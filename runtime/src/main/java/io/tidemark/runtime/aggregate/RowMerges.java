package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.state.PageArena;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of one table are added to which rows of another, or taken away from them. Both carry the same aggregates, each after its weight;
 * their keys may differ.
 *
 * <p>Made once and set anew for each batch.
 */
public final class RowMerges {

    private final SlabRows source;
    private final RowTable target;
    private final int weightSlot;
    private final int shift;
    private final int[] rows = new int[Batch.MAX_ROWS];
    private boolean negative;

    /**
     * Makes one.
     *
     * @param source the rows to be added, whose layout is {@code sourceLayout}
     * @param target where those lie to which they are added
     */
    public RowMerges(SlabRows source, RowLayout sourceLayout, RowTable target) {
        this.source = source;
        this.target = target;
        this.weightSlot = target.layout().weightSlot();
        this.shift = sourceLayout.weightSlot() - weightSlot;
    }

    /** The row of the target, by the place of its source: to be set before merging. */
    public int[] rows() {
        return rows;
    }

    /** Says whether the rows are added or taken away. */
    public void setNegative(boolean isNegative) {
        negative = isNegative;
    }

    /** The rows to be added. */
    public SlabRows source() {
        return source;
    }

    /** Adds the weights. */
    public void addWeights() {
        addLongs(weightSlot);
    }

    int count() {
        return source.count();
    }

    boolean isNegative() {
        return negative;
    }

    long[] sourcePage(int i) {
        return source.pages[i];
    }

    /** Where the source has what lies in a slot of the target. */
    int sourceAt(int i, int slot) {
        return source.bases[i] + shift + slot;
    }

    long[] targetPage(int i) {
        return target.page(rows[i]);
    }

    int targetAt(int i, int slot) {
        return target.base(rows[i]) + slot;
    }

    PageArena sourceArena(int i) {
        return required(source.arenas[i]);
    }

    PageArena targetArena(int i) {
        return required(target.arena(rows[i]));
    }

    private static PageArena required(@Nullable PageArena arena) {
        if (arena == null) {
            throw CodedException.internal("a row that keeps strings has no arena");
        }
        return arena;
    }

    void addLongs(int slot) {
        for (int i = 0; i < source.count(); i++) {
            long value = source.pages[i][sourceAt(i, slot)];
            targetPage(i)[targetAt(i, slot)] += negative ? -value : value;
        }
    }

    void addDoubleDoubles(int slot) {
        for (int i = 0; i < source.count(); i++) {
            DoubleDouble.addFrom(source.pages[i], sourceAt(i, slot), targetPage(i), targetAt(i, slot));
        }
    }

    void requireAdditions() {
        if (negative) {
            throw CodedException.internal("an aggregate was to be taken away that can only be added");
        }
    }
}
