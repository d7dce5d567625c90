package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.state.PageArena;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate of objects. Slots: 1 once there is an accumulator, then a reference to its bytes in the page's arena.
 *
 * <p><b>Cost</b>: reading and writing an accumulator once for each of its groups that a batch changes.
 */
final class ObjectAccumulator extends Accumulator {

    private final AccumulatorSpec spec;
    private final ObjectAggregate aggregate;
    private int slot;

    ObjectAccumulator(AccumulatorSpec spec, ObjectAggregate aggregate) {
        this.spec = spec;
        this.aggregate = aggregate;
    }

    @Override
    int slots() {
        return 2;
    }

    @Override
    List<Integer> references() {
        return List.of(1);
    }

    @Override
    void bind(int firstSlot, int weightSlot) {
        slot = firstSlot;
    }

    @Override
    void update(RowUpdates updates) {
        RowUpdates some = updates.where(spec.filter(), -1);
        Map<Integer, Object> changed = new HashMap<>();
        for (int i = 0; i < some.count; i++) {
            int row = some.rows[i];
            Object accumulator =
                    changed.computeIfAbsent(row, group -> read(page(some, group), at(some, group), arena(some, group)));
            int position = some.positions[i];
            aggregate.change(accumulator, some.batch(), position, some.weights == null ? 1 : some.weights[position]);
        }
        changed.forEach((row, accumulator) -> write(accumulator, page(some, row), at(some, row), arena(some, row)));
    }

    private static long[] page(RowUpdates updates, int row) {
        return updates.pages[row >> updates.pageShift];
    }

    private int at(RowUpdates updates, int row) {
        return (row & updates.pageMask) * updates.rowSlots + slot;
    }

    private static @Nullable PageArena arena(RowUpdates updates, int row) {
        return updates.table().arena(row);
    }

    private Object read(long[] page, int at, @Nullable PageArena arena) {
        if (page[at] == 0) {
            return aggregate.create();
        }
        long reference = page[at + 1];
        int length = BytesPool.length(reference);
        byte[] bytes = length == 0 ? new byte[0] : required(arena).chunk(reference);
        return aggregate.read(bytes, length == 0 ? 0 : BytesPool.offset(reference), length);
    }

    private void write(Object accumulator, long[] page, int at, @Nullable PageArena arena) {
        byte[] bytes = aggregate.write(accumulator);
        PageArena held = required(arena);
        if (page[at] != 0) {
            held.release(page[at + 1]);
        }
        page[at] = 1;
        page[at + 1] = held.append(bytes, 0, bytes.length);
    }

    private static PageArena required(@Nullable PageArena arena) {
        if (arena == null) {
            throw CodedException.internal("a row that keeps accumulators has no arena");
        }
        return arena;
    }

    @Override
    void merge(RowMerges merges) {
        merges.requireAdditions();
        for (int i = 0; i < merges.count(); i++) {
            long[] source = merges.sourcePage(i);
            int from = merges.sourceAt(i, slot);
            if (source[from] == 0) {
                continue;
            }
            long[] target = merges.targetPage(i);
            int at = merges.targetAt(i, slot);
            Object accumulator = read(target, at, merges.targetArena(i));
            aggregate.merge(accumulator, read(source, from, merges.sourceArena(i)));
            write(accumulator, target, at, merges.targetArena(i));
        }
    }

    @Override
    Column result(SlabRows rows) {
        ResultColumn results = new ResultColumn(spec.resultType(), rows.count());
        for (int i = 0; i < rows.count(); i++) {
            Object result = aggregate.result(read(rows.pages[i], rows.bases[i] + slot, rows.arenas[i]));
            if (result == null) {
                results.setNull(i);
                continue;
            }
            switch (spec.resultType().physical()) {
                case INT64 -> results.slots[i] = (Long) result;
                case FLOAT64 -> results.setDouble(i, (Double) result);
                case INT128 -> results.setInt128(i, ((long[]) result)[0], ((long[]) result)[1]);
                case BYTES -> {
                    byte[] bytes = (byte[]) result;
                    results.slots[i] = results.pool.append(bytes, 0, bytes.length);
                }
            }
        }
        return results.build();
    }
}
