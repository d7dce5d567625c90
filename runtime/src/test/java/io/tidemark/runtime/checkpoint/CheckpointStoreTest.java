package io.tidemark.runtime.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.PartitionWatermarks;
import io.tidemark.sql.error.CodedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CheckpointStoreTest {

    private final FaultyFiles files = new FaultyFiles();
    private final CheckpointStore store = new CheckpointStore(Path.of("q"), files);

    private static PartitionWatermarks watermarks(int partitions) {
        PartitionWatermarks watermarks = new PartitionWatermarks();
        for (int i = 0; i < partitions; i++) {
            watermarks.advance(i, 100 + i);
        }
        return watermarks;
    }

    @Test
    void statesOfAnySizeComeBackFromAFile() {
        Map<String, OperatorState> states = Map.of("small", watermarks(1), "large", watermarks(50_000));
        store.write(CheckpointImage.of(new CheckpointName(7, 70), states));
        PartitionWatermarks small = new PartitionWatermarks();
        PartitionWatermarks large = new PartitionWatermarks();
        store.read(7).orElseThrow().load(Map.of("small", small, "large", large), Set.of());
        assertThat(small.readings()).isEqualTo(watermarks(1).readings());
        assertThat(large.readings()).isEqualTo(watermarks(50_000).readings());
    }

    @Test
    void aFlippedBitAnywhereMakesItNoCheckpoint() {
        store.write(CheckpointImage.of(new CheckpointName(7, 70), Map.of("s", watermarks(3))));
        Path file = files.list(Path.of("q")).get(0);
        for (int offset = 0; offset < files.length(file); offset++) {
            files.flip(file, offset);
            assertThat(store.read(7)).as("byte %d", offset).isEmpty();
            files.flip(file, offset);
        }
        assertThat(store.read(7)).isPresent();
    }

    @Test
    void aCheckpointThatCannotBeWrittenLeavesTheOneBefore() {
        store.write(CheckpointImage.of(new CheckpointName(7, 70), Map.of("s", watermarks(3))));
        files.failWrites(true);
        assertThatThrownBy(() -> store.write(CheckpointImage.of(new CheckpointName(8, 80), Map.of("s", watermarks(3)))))
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("the disk is full");
        files.failWrites(false);
        assertThat(new CheckpointStore(Path.of("q"), files).epochs()).isEqualTo(List.of(7L));
    }

    @Test
    void stateOfAnotherPlanIsRefused() {
        store.write(CheckpointImage.of(new CheckpointName(7, 70), Map.of("s", watermarks(3))));
        Checkpoint checkpoint = store.read(7).orElseThrow();
        assertThatThrownBy(() -> checkpoint.load("t", watermarks(0))).hasMessageContaining("has no state for \"t\"");
        assertThatThrownBy(() -> checkpoint.load(Map.of("t", watermarks(0)), Set.of()))
                .hasMessageContaining("which the query no longer has");
    }
}
