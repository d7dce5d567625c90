package io.tidemark.runtime.storage.commit;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.storage.codec.BatchCodec;
import io.tidemark.runtime.storage.log.LogGroup;
import io.tidemark.runtime.storage.log.WriterEpoch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Gathers rows as the blocks of a log. */
public final class RowBlocks {

    /** A batch that takes more is cut in two, so that no block is very large; a single row may be. */
    private static final int LARGE_BLOCK_BYTES = 16 << 20;

    private final List<byte[]> blocks = new ArrayList<>();
    private final List<Integer> rowCounts = new ArrayList<>();
    private long rowCount;

    /** The number of rows so far. */
    public long rowCount() {
        return rowCount;
    }

    /** Adds each row as often as its weight says, which is positive. */
    public void addRepeated(Batch batch) {
        if (batch.weights == null) {
            add(batch, positions(batch));
            return;
        }
        int[] positions = new int[Batch.MAX_ROWS];
        int count = 0;
        Batch single = batch.withWeights(null);
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            for (int n = batch.weight(position); n > 0; n--) {
                if (count == positions.length) {
                    add(single, positions);
                    count = 0;
                }
                positions[count++] = position;
            }
        }
        add(single, Arrays.copyOf(positions, count));
    }

    /** Adds the rows with their weights. */
    public void addWeighted(Batch batch) {
        add(batch, positions(batch));
    }

    /** Adds rows that are encoded already. */
    void addEncoded(byte[] block, int rows) {
        blocks.add(block);
        rowCounts.add(rows);
        rowCount += rows;
    }

    List<byte[]> blocks() {
        return blocks;
    }

    List<Integer> rowCounts() {
        return rowCounts;
    }

    private static int[] positions(Batch batch) {
        int[] positions = new int[batch.selectedCount()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = batch.position(i);
        }
        return positions;
    }

    private void add(Batch batch, int[] positions) {
        int count = positions.length;
        if (count == 0) {
            return;
        }
        byte[] block = BatchCodec.encode(batch, positions, count);
        if (block.length > LARGE_BLOCK_BYTES && count > 1) {
            add(batch, Arrays.copyOf(positions, count / 2));
            add(batch, Arrays.copyOfRange(positions, count / 2, count));
            return;
        }
        blocks.add(block);
        rowCounts.add(count);
        rowCount += count;
    }

    /** A group in which every row takes up an ordinal. */
    public LogGroup asRows(Optional<WriterEpoch> writer) {
        return blocks.isEmpty()
                ? new LogGroup(List.of(new byte[0]), List.of(0), writer)
                : new LogGroup(blocks, rowCounts, writer);
    }

    /** A group that takes up one ordinal as a whole. */
    public LogGroup asCommit(Optional<WriterEpoch> writer) {
        if (blocks.isEmpty()) {
            return new LogGroup(List.of(new byte[0]), List.of(1), writer);
        }
        List<Integer> spans = new ArrayList<>();
        for (int i = 1; i < blocks.size(); i++) {
            spans.add(0);
        }
        spans.add(1);
        return new LogGroup(blocks, spans, writer);
    }
}
