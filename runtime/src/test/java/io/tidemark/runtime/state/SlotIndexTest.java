package io.tidemark.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class SlotIndexTest {

    private final SlotIndex index = new SlotIndex();
    private final Map<Integer, List<Integer>> model = new HashMap<>();

    private void insert(int hash, int row) {
        index.insert(hash, row);
        model.computeIfAbsent(hash, key -> new ArrayList<>()).add(row);
    }

    private void erase(int hash, int row) {
        index.erase(hash, row);
        List<Integer> rows = model.get(hash);
        rows.remove((Integer) row);
        if (rows.isEmpty()) {
            model.remove(hash);
        }
    }

    private void check() {
        int[] found = new int[1];
        assertThat(model).isNotEmpty();
        model.forEach((hash, rows) -> {
            List<Integer> all = new ArrayList<>();
            for (int row = index.next(hash, -1); row >= 0; row = index.next(hash, row)) {
                all.add(row);
            }
            index.candidates(new int[] {hash}, 1, new long[1], found);
            if (found[0] != all.get(0) || all.size() != rows.size() || !all.containsAll(rows)) {
                throw new AssertionError(
                        "hash " + hash + " has rows " + rows + ", found " + all + ", first " + found[0]);
            }
        });
    }

    private void fillAndDrain(int rows, IntUnaryOperator hashOf) {
        for (int row = 0; row < rows; row++) {
            insert(hashOf.applyAsInt(row), row);
        }
        check();
        for (int row = 0; row < rows; row += 2) {
            erase(hashOf.applyAsInt(row), row);
        }
        check();
        for (int row = 1; row < rows; row += 2) {
            erase(hashOf.applyAsInt(row), row);
        }
        assertThat(index.next(hashOf.applyAsInt(1), -1)).isEqualTo(-1);
    }

    @Test
    void rowsAreFoundThroughGrowthAndSplits() {
        Random random = new Random(11);
        int[] hashes = random.ints(150_000).toArray();
        fillAndDrain(hashes.length, row -> hashes[row]);
        assertThat(index.subTables()).isEqualTo(1);
        for (int row = 0; row < hashes.length; row++) {
            index.insert(hashes[row], row);
        }
        assertThat(index.subTables()).isBetween(8, 16);
        assertThat(index.sizeBytes()).isEqualTo(index.subTables() * (long) SlotIndex.MAX_SLOTS * Long.BYTES);
    }

    @Test
    void equalHashesAreToldApartByRow() {
        fillAndDrain(60, row -> 42);
    }

    @Test
    void hashesThatShareTheirUpperBitsMakeOneLargeSubTable() {
        fillAndDrain(40_000, row -> row & 0x7FFF);
    }

    @Test
    void runsThatWrapAroundAreMovedBackWhenARowIsErased() {
        fillAndDrain(30, row -> 62 + row % 3);
    }

    @Test
    void aRowThatIsNotThereCannotBeErased() {
        assertThatThrownBy(() -> index.erase(1, 1)).isInstanceOf(IllegalStateException.class);
    }
}
