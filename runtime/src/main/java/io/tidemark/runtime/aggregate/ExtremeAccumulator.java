package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.state.PageArena;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;
import java.util.Arrays;
import java.util.List;

/**
 * MIN and MAX over rows that are only added. Slots: 1 once there is a value, then the value (two slots for INT128; a reference for BYTES, whose
 * bytes are in the page's arena).
 */
final class ExtremeAccumulator extends Accumulator {

    private final AccumulatorSpec spec;
    private final PhysicalKind kind;
    private final boolean greatest;
    private int slot;

    ExtremeAccumulator(AccumulatorSpec spec, DataType argument) {
        this.spec = spec;
        this.kind = argument.physical();
        this.greatest = spec.kind() == AccumulatorSpec.Kind.MAX;
        if (kind != spec.resultType().physical()) {
            throw CodedException.internal(spec.kind() + " of " + argument + " cannot be " + spec.resultType());
        }
    }

    @Override
    int slots() {
        return 1 + kind.slots();
    }

    @Override
    List<Integer> references() {
        return kind == PhysicalKind.BYTES ? List.of(1) : List.of();
    }

    @Override
    void bind(int firstSlot, int weightSlot) {
        slot = firstSlot;
    }

    @Override
    void update(RowUpdates updates) {
        RowUpdates some = updates.where(spec.filter(), spec.argument());
        if (some.weights != null) {
            requireAdditions(some, some.weights);
        }
        Column column = some.column(spec.argument());
        switch (kind) {
            case INT64 -> updateLongs(some, ((LongColumn) column).values);
            case FLOAT64 -> updateDoubles(some, ((DoubleColumn) column).values);
            case INT128 -> updateWide(some, (Int128Column) column);
            case BYTES -> updateBytes(some, (BytesColumn) column);
        }
    }

    private void requireAdditions(RowUpdates some, int[] weights) {
        for (int i = 0; i < some.count; i++) {
            if (weights[some.positions[i]] < 0) {
                throw CodedException.internal(
                        "a row with negative weight reached " + spec.kind() + ", which only takes additions");
            }
        }
    }

    private void updateLongs(RowUpdates some, long[] values) {
        for (int i = 0; i < some.count; i++) {
            int row = some.rows[i];
            long[] page = some.pages[row >> some.pageShift];
            int at = (row & some.pageMask) * some.rowSlots + slot;
            long value = values[some.positions[i]];
            if (page[at] == 0 || (greatest ? value > page[at + 1] : value < page[at + 1])) {
                page[at] = 1;
                page[at + 1] = value;
            }
        }
    }

    private void updateDoubles(RowUpdates some, double[] values) {
        for (int i = 0; i < some.count; i++) {
            int row = some.rows[i];
            long[] page = some.pages[row >> some.pageShift];
            int at = (row & some.pageMask) * some.rowSlots + slot;
            double value = values[some.positions[i]] + 0.0;
            if (page[at] == 0 || isBetter(Double.compare(value, Double.longBitsToDouble(page[at + 1])))) {
                page[at] = 1;
                page[at + 1] = Double.doubleToLongBits(value);
            }
        }
    }

    private void updateWide(RowUpdates some, Int128Column column) {
        for (int i = 0; i < some.count; i++) {
            int row = some.rows[i];
            long[] page = some.pages[row >> some.pageShift];
            int at = (row & some.pageMask) * some.rowSlots + slot;
            long high = column.high[some.positions[i]];
            long low = column.low[some.positions[i]];
            int order = Long.compare(high, page[at + 1]);
            if (page[at] == 0 || isBetter(order != 0 ? order : Long.compareUnsigned(low, page[at + 2]))) {
                page[at] = 1;
                page[at + 1] = high;
                page[at + 2] = low;
            }
        }
    }

    private void updateBytes(RowUpdates some, BytesColumn column) {
        for (int i = 0; i < some.count; i++) {
            int row = some.rows[i];
            long[] page = some.pages[row >> some.pageShift];
            int at = (row & some.pageMask) * some.rowSlots + slot;
            PageArena arena = some.table().arena(row);
            if (arena == null) {
                throw CodedException.internal("a row that keeps strings has no arena");
            }
            long reference = column.references[some.positions[i]];
            updateBytes(
                    page,
                    at,
                    arena,
                    column.pool.pageBytes(BytesPool.page(reference)),
                    BytesPool.offset(reference),
                    BytesPool.length(reference));
        }
    }

    private void updateBytes(long[] page, int at, PageArena arena, byte[] bytes, int offset, int length) {
        long present = page[at + 1];
        if (page[at] != 0) {
            int presentLength = BytesPool.length(present);
            int order;
            if (length == 0 || presentLength == 0) {
                order = Integer.compare(length, presentLength);
            } else {
                int presentOffset = BytesPool.offset(present);
                order = Arrays.compareUnsigned(
                        bytes,
                        offset,
                        offset + length,
                        arena.chunk(present),
                        presentOffset,
                        presentOffset + presentLength);
            }
            if (!isBetter(order)) {
                return;
            }
            arena.release(present);
        }
        page[at] = 1;
        page[at + 1] = arena.append(bytes, offset, length);
    }

    @Override
    void merge(RowMerges merges) {
        merges.requireAdditions();
        for (int i = 0; i < merges.count(); i++) {
            long[] source = merges.sourcePage(i);
            int from = merges.sourceAt(i, slot);
            long[] target = merges.targetPage(i);
            int at = merges.targetAt(i, slot);
            if (source[from] == 0) {
                continue;
            }
            if (kind == PhysicalKind.BYTES) {
                mergeBytes(merges, i, source[from + 1], target, at);
            } else if (target[at] == 0 || isBetter(order(source, from + 1, target, at + 1))) {
                System.arraycopy(source, from, target, at, slots());
            }
        }
    }

    private int order(long[] source, int from, long[] target, int at) {
        return switch (kind) {
            case FLOAT64 -> Double.compare(Double.longBitsToDouble(source[from]), Double.longBitsToDouble(target[at]));
            case INT128 -> {
                int order = Long.compare(source[from], target[at]);
                yield order != 0 ? order : Long.compareUnsigned(source[from + 1], target[at + 1]);
            }
            case INT64, BYTES -> Long.compare(source[from], target[at]);
        };
    }

    private void mergeBytes(RowMerges merges, int i, long reference, long[] target, int at) {
        byte[] bytes = BytesPool.length(reference) == 0
                ? new byte[0]
                : merges.sourceArena(i).chunk(reference);
        updateBytes(target, at, merges.targetArena(i), bytes, BytesPool.offset(reference), BytesPool.length(reference));
    }

    private boolean isBetter(int order) {
        return greatest ? order > 0 : order < 0;
    }

    @Override
    Column result(SlabRows rows) {
        return ResultColumn.stored(spec.resultType(), rows, slot);
    }
}
