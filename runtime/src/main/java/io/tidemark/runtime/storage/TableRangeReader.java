package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.storage.codec.BatchCodec;
import io.tidemark.runtime.storage.codec.RowJson;
import io.tidemark.runtime.storage.log.LogBlock;
import io.tidemark.runtime.storage.log.LogReader;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Gives out rows of an internal table: all of them at one version, or the changes of some commits with their weights. */
final class TableRangeReader implements RangeReader {

    private final Batches batches;
    private final Schema schema;
    private final List<Integer> columns;

    private TableRangeReader(Batches batches, Schema schema, List<Integer> columns) {
        this.batches = batches;
        this.schema = schema;
        this.columns = List.copyOf(columns);
    }

    /** Where batches of all columns come from, each with the version of each of its rows. */
    private interface Batches extends AutoCloseable {
        @Nullable
        Batch next();

        /** The versions of the rows of the last batch. */
        long[] versions();

        /** The watermark that holds after the last batch. */
        long watermark();

        @Override
        void close();
    }

    static TableRangeReader rows(List<Batch> sorted, long version, Schema schema, List<Integer> columns) {
        return rows(new AllRows(sorted.iterator(), version, Long.MIN_VALUE), schema, columns);
    }

    static TableRangeReader rows(AllRows rows, Schema schema, List<Integer> columns) {
        return new TableRangeReader(rows, schema, columns);
    }

    /**
     * Reads changes.
     *
     * @param firstVersion the version that ordinal 0 of the log made
     */
    static TableRangeReader changes(LogReader blocks, long firstVersion, Schema schema, List<Integer> columns) {
        return new TableRangeReader(new Changes(blocks, firstVersion, schema), schema, columns);
    }

    /** A row of a table has the version that brought it as its offset; of the first range, the version of the range. */
    private static final class Origin implements RowOrigin {
        private final Schema schema;
        private final Batch rows;
        private final long[] versions;

        Origin(Schema schema, Batch rows, long[] versions) {
            this.schema = schema;
            this.rows = rows;
            this.versions = versions;
        }

        @Override
        public int partition() {
            return 0;
        }

        @Override
        public long offset(int row) {
            return versions[row];
        }

        @Override
        public String payload(int row) {
            return RowJson.of(schema, rows, row);
        }
    }

    @Override
    public @Nullable Batch next() {
        Batch batch = batches.next();
        if (batch == null) {
            return null;
        }
        Origin origin = new Origin(schema, batch, batches.versions());
        return batch.withColumns(columns.stream().map(batch::column).toList())
                .withTags(new RowTags(null, origin, null));
    }

    @Override
    public long rowsFiltered() {
        return 0;
    }

    @Override
    public long watermark() {
        return batches.watermark();
    }

    @Override
    public void close() {
        batches.close();
    }

    /** The rows of one version. */
    static final class AllRows implements Batches {
        private final Iterator<Batch> rows;
        private final long[] versions = new long[Batch.MAX_ROWS];
        private final long watermark;

        AllRows(Iterator<Batch> rows, long version, long watermark) {
            this.rows = rows;
            this.watermark = watermark;
            Arrays.fill(versions, version);
        }

        @Override
        public long watermark() {
            return watermark;
        }

        @Override
        public @Nullable Batch next() {
            return rows.hasNext() ? rows.next() : null;
        }

        @Override
        public long[] versions() {
            return versions;
        }

        @Override
        public void close() {}
    }

    private static final class Changes implements Batches {
        private final LogReader blocks;
        private final Schema schema;
        private final List<Integer> allColumns;
        private final RowCollector collected;
        private long[] versions = new long[Batch.MAX_ROWS];
        private @Nullable Batch rest;
        private long restVersion;
        private final long firstVersion;
        private long watermark = Long.MIN_VALUE;

        Changes(LogReader blocks, long firstVersion, Schema schema) {
            this.blocks = blocks;
            this.firstVersion = firstVersion;
            this.schema = schema;
            this.allColumns = IntStream.range(0, schema.size()).boxed().toList();
            this.collected = new RowCollector(schema);
        }

        @Override
        public @Nullable Batch next() {
            versions = new long[Batch.MAX_ROWS];
            while (advance()) {
                Batch batch = rest;
                if (batch == null || batch.rowCount() > collected.room()) {
                    break;
                }
                int start = collected.size();
                collected.add(batch, 0, batch.rowCount());
                Arrays.fill(versions, start, collected.size(), restVersion);
                rest = null;
            }
            return collected.size() == 0 ? null : collected.build();
        }

        /** Makes {@link #rest} the next block's rows, if there is one with rows. */
        private boolean advance() {
            while (rest == null) {
                LogBlock block = blocks.next();
                if (block == null) {
                    return false;
                }
                block.writer().ifPresent(writer -> watermark = Math.max(watermark, writer.watermark()));
                if (block.length() > 0) {
                    rest = BatchCodec.decode(block.bytes(), block.offset(), block.length(), schema, allColumns);
                    restVersion = block.ordinal() + firstVersion;
                }
            }
            return true;
        }

        @Override
        public long[] versions() {
            return versions;
        }

        @Override
        public long watermark() {
            return watermark;
        }

        @Override
        public void close() {
            blocks.close();
        }
    }
}
