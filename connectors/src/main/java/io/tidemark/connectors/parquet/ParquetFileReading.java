package io.tidemark.connectors.parquet;

import io.tidemark.connectors.format.DataFile;
import io.tidemark.connectors.format.FilePart;
import io.tidemark.connectors.format.FileReading;
import io.tidemark.connectors.format.PartReader;
import io.tidemark.connectors.format.ReadTarget;
import io.tidemark.connectors.value.RowErrors;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.jspecify.annotations.Nullable;

/**
 * Cuts and reads Parquet files. Positions are rows; a file that is no Parquet file counts as one row, which is bad.
 *
 * <p><b>Cost</b>: a part that begins where the last one ended goes on with the same reader, so that a row group is decoded once however it is
 * cut; between parts, that reader and its row group stay in memory.
 */
final class ParquetFileReading implements FileReading {

    private final ZoneId zone;
    private @Nullable Footer footer;
    private @Nullable ParquetCursor idle;

    /** What planning needs of a file. */
    private record Footer(DataFile file, List<RowGroup> groups) {
        long rows() {
            return groups.stream().mapToLong(RowGroup::rows).sum();
        }
    }

    private record RowGroup(long rows, long bytes) {}

    ParquetFileReading(ZoneId zone) {
        this.zone = zone;
    }

    @Override
    public long end(DataFile file) throws IOException {
        return footer(file).rows();
    }

    private Footer footer(DataFile file) throws IOException {
        Footer known = footer;
        if (known == null || !known.file.equals(file)) {
            known = new Footer(file, rowGroups(file));
            footer = known;
        }
        return known;
    }

    private static List<RowGroup> rowGroups(DataFile file) throws IOException {
        try (ParquetFileReader reader = openFile(file)) {
            return reader.getRowGroups().stream()
                    .map(group -> new RowGroup(group.getRowCount(), Math.max(1, group.getCompressedSize())))
                    .toList();
        } catch (CodedException e) {
            if (e.code() != ErrorCode.ROW_ERROR_MALFORMED) {
                throw e;
            }
            return List.of(new RowGroup(1, Math.max(1, file.sizeBytes())));
        }
    }

    /**
     * Opens a file.
     *
     * @throws CodedException ROW_ERROR_MALFORMED if it is not a Parquet file, or its footer is damaged
     */
    static ParquetFileReader openFile(DataFile file) throws IOException {
        if (file.sizeBytes() == 0) {
            throw RowErrors.malformed("it is empty, which no Parquet file is");
        }
        ParquetReadOptions options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withCodecFactory(new ParquetCodecs())
                .build();
        InputFile input = new LocalInputFile(file.path());
        try {
            return new ParquetFileReader(input, options);
        } catch (RuntimeException e) {
            throw malformed(input, e);
        } catch (IOException e) {
            if (e.getCause() == null || e.getCause() instanceof IOException) {
                throw e;
            }
            throw malformed(input, e);
        }
    }

    /** What Parquet says of a file: it names it by an object's identity. */
    private static CodedException malformed(InputFile input, Exception reason) {
        String text = String.valueOf(reason.getMessage()).replace(input.toString(), "it");
        return RowErrors.malformed(text).cause(reason);
    }

    @Override
    public boolean isConcurrent() {
        return false;
    }

    /** Bytes are reckoned at each row group's average. */
    @Override
    public Cut cut(DataFile file, long from, RangeLimits limits) throws IOException {
        long rows = 0;
        long bytes = 0;
        long groupStart = 0;
        for (RowGroup group : footer(file).groups()) {
            long groupEnd = groupStart + group.rows();
            long here = Math.max(0, groupEnd - Math.max(from, groupStart));
            groupStart = groupEnd;
            long fitting = Math.min(here, limits.maxRows() - rows);
            double averageBytes = (double) group.bytes() / Math.max(1, group.rows());
            long affordable = (long) ((limits.maxBytes() - bytes) / averageBytes);
            fitting = Math.min(fitting, Math.max(affordable, rows == 0 ? 1 : 0));
            rows += fitting;
            bytes += (long) (fitting * averageBytes);
            if (fitting < here) {
                break;
            }
        }
        return new Cut(from + rows, rows, bytes);
    }

    @Override
    public PartReader open(FilePart part, ReadTarget target) throws IOException {
        ParquetCursor cursor = idle;
        idle = null;
        if (cursor != null && !cursor.standsAt(part, target.schema())) {
            cursor.close();
            cursor = null;
        }
        if (cursor == null) {
            cursor = ParquetCursor.open(part, target, zone);
        }
        return new ParquetPartReader(part, target, cursor, this::keep);
    }

    /** Keeps a reader for the part after the one it has read. */
    private void keep(ParquetCursor cursor) throws IOException {
        ParquetCursor other = idle;
        idle = cursor;
        if (other != null) {
            other.close();
        }
    }

    @Override
    public void close() {
        ParquetCursor kept = idle;
        idle = null;
        if (kept != null) {
            kept.close();
        }
    }
}
