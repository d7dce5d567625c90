package io.tidemark.runtime.storage.codec;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/**
 * A batch as a self-contained, compact block of bytes, column by column.
 *
 * <p>Only selected rows are written; their weights are kept, their tags are not. Columns can be decoded one by one, so a reader pays for those
 * it asks for. Framing and checksums are the caller's: a block that is damaged may decode to anything or fail as CORRUPTED.
 *
 * <pre>
 * block    := version:u8 = 1, flags:u8 (1 = weights), rows:u16, columns:u16, column*, [weights:integers]
 * column   := length:u32 (of what follows), kind:u8, flags:u8 (1 = validity), [validity], values
 * kind     := 0 INT64, 1 FLOAT64, 2 INT128, 3 BYTES
 * validity := one bit a row, low bits first, 1 = has a value, in ceil(rows / 8) bytes
 * values   := INT64: integers | FLOAT64: f64* | INT128: integers (high), i64* (low) | BYTES: lengths:integers, payload
 * integers := width:u8 (0, 1, 2, 4 or 8 bytes), base:i64, one unsigned number of that width a row, to be added to base
 * </pre>
 *
 * Numbers are little-endian. A NULL row's value is written as 0 or an empty string.
 *
 * <p><b>Units</b>: at most {@link Batch#MAX_ROWS} rows and 2 GiB a block. <b>Errors</b>: CORRUPTED for bytes that are not a block of the
 * schema given; RESOURCE_LIMIT for a batch too large for one block. <b>Cost</b>: a few nanoseconds a value; strings are copied once.
 */
public final class BatchCodec {

    static final int VERSION = 1;
    private static final int WEIGHTS = 1;

    private BatchCodec() {}

    /** The selected rows of a batch as a block. */
    public static byte[] encode(Batch batch) {
        int[] positions = new int[batch.selectedCount()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = batch.position(i);
        }
        return encode(batch, positions, positions.length);
    }

    /** The rows at the first {@code count} of the positions given, in that order, as a block; a position may occur repeatedly. */
    public static byte[] encode(Batch batch, int[] positions, int count) {
        BlockWriter out = new BlockWriter(64 + count * 8 * batch.columns().size());
        out.putByte(VERSION);
        out.putByte(batch.weights == null ? 0 : WEIGHTS);
        out.putShort(count);
        out.putShort(batch.columns().size());
        for (Column column : batch.columns()) {
            ColumnEncoder.encode(column, positions, count, out);
        }
        if (batch.weights != null) {
            long[] weights = new long[count];
            for (int i = 0; i < count; i++) {
                weights[i] = batch.weight(positions[i]);
            }
            out.putIntegers(weights, count);
        }
        return out.toByteArray();
    }

    /** Every column of a block, which is all of {@code encoded}. */
    public static Batch decode(byte[] encoded, Schema schema) {
        List<Integer> all = new ArrayList<>(schema.size());
        for (int i = 0; i < schema.size(); i++) {
            all.add(i);
        }
        return decode(encoded, 0, encoded.length, schema, all);
    }

    /**
     * Some columns of a block.
     *
     * @param schema the columns that the block holds
     * @param columns the indexes in {@code schema} of those wanted, in the order wanted; may be empty
     */
    public static Batch decode(byte[] encoded, int offset, int length, Schema schema, List<Integer> columns) {
        BlockReader in = new BlockReader(encoded, offset, length);
        try {
            return decode(in, schema, columns);
        } catch (IndexOutOfBoundsException e) {
            throw corrupted("a block of rows ends too early").cause(e);
        }
    }

    private static Batch decode(BlockReader in, Schema schema, List<Integer> columns) {
        int version = in.getByte();
        if (version != VERSION) {
            throw corrupted("a block of rows has format " + version + ", expected " + VERSION);
        }
        int flags = in.getByte();
        int rows = in.getShort();
        int held = in.getShort();
        if (rows > Batch.MAX_ROWS || held != schema.size()) {
            throw corrupted("a block has " + rows + " rows of " + held + " columns, expected " + schema.size()
                    + " columns and at most " + Batch.MAX_ROWS + " rows");
        }
        int[] starts = new int[held];
        for (int i = 0; i < held; i++) {
            int size = in.getInt();
            starts[i] = in.position();
            in.skip(size);
        }
        int end = in.position();
        List<Column> decoded = new ArrayList<>(columns.size());
        for (int column : columns) {
            in.moveTo(starts[column]);
            decoded.add(ColumnDecoder.decode(schema.type(column), rows, in));
        }
        in.moveTo(end);
        return new Batch(
                rows,
                List.copyOf(decoded),
                null,
                rows,
                (flags & WEIGHTS) == 0 ? null : weights(in, rows),
                RowTags.NONE);
    }

    private static int[] weights(BlockReader in, int rows) {
        long[] wide = new long[rows];
        in.getIntegers(wide, rows);
        int[] weights = new int[rows];
        for (int i = 0; i < rows; i++) {
            weights[i] = Math.toIntExact(wide[i]);
        }
        return weights;
    }

    static CodedException corrupted(String message) {
        return CodedException.of(ErrorCode.CORRUPTED, message);
    }
}
