package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.state.DeltaState;
import io.tidemark.runtime.storage.codec.BatchCodec;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One version of the rows, or what it has that an earlier one has not and the other way round. Both are pinned until it is released, so nothing is
 * copied. <b>Cost</b>: writing looks at each row once, for changes twice.
 */
final class RowsCapture implements DeltaState.Capture {

    private final VersionedSnapshot now;
    private final @Nullable VersionedSnapshot before;

    /** The rows of {@code now}; if there is a {@code before}, what makes them of those. Both are closed when it is released. */
    RowsCapture(VersionedSnapshot now, @Nullable VersionedSnapshot before) {
        this.now = now;
        this.before = before;
    }

    @Override
    public boolean isWhole() {
        return before == null;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        if (before == null) {
            write(now, out);
        } else {
            out.writeLong(now.version());
            out.writeLong(now.watermark());
            writeChanges(before.published(), now.published(), out);
            out.writeInt(0);
        }
    }

    /** Writes a version, its watermark and its rows. */
    static void write(VersionedSnapshot version, DataOutput out) throws IOException {
        out.writeLong(version.version());
        out.writeLong(version.watermark());
        Iterator<Batch> rows = version.scan();
        while (rows.hasNext()) {
            writeBlock(rows.next(), out);
        }
        out.writeInt(0);
    }

    private static void writeBlock(Batch batch, DataOutput out) throws IOException {
        byte[] block = BatchCodec.encode(batch);
        out.writeInt(block.length);
        out.write(block);
    }

    /**
     * Rows that ended since the earlier version are still in the pages, as long as that is pinned. They come before those that are new: where rows
     * have a key, the one that takes another's place may stand in the place of a row that went earlier, and so before the other.
     */
    private static void writeChanges(Published from, Published to, DataOutput out) throws IOException {
        writeChanges(from, to, false, out);
        writeChanges(from, to, true, out);
    }

    private static void writeChanges(Published from, Published to, boolean added, DataOutput out) throws IOException {
        RowLayout layout = to.store().layout;
        RowGather gather =
                new RowGather(layout, IntStream.range(0, layout.schema.size()).toArray());
        for (int number = 0; number < to.pageCount(); number++) {
            RowPage page = to.pages().get(number);
            for (int slot = 0; page != null && slot < RowPage.ROWS; slot++) {
                boolean was = page.isVisible(slot, from.sequence());
                boolean is = page.isVisible(slot, to.sequence());
                if (was != is && is == added) {
                    gather.append(page, slot, is ? page.weight(slot) : -page.weight(slot));
                    if (gather.isFull()) {
                        writeBlock(gather.build(), out);
                    }
                }
            }
        }
        if (gather.size() > 0) {
            writeBlock(gather.build(), out);
        }
    }

    @Override
    public void release() {
        now.close();
        if (before != null) {
            before.close();
        }
    }
}
