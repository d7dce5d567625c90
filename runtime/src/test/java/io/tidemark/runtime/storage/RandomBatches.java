package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Schemas and batches from a seed, and batches as plain lists of values to compare. */
public final class RandomBatches {

    private static final List<DataType> TYPES = List.of(
            DataType.of(TypeKind.BIGINT),
            DataType.of(TypeKind.BOOLEAN),
            DataType.of(TypeKind.TIMESTAMP),
            DataType.of(TypeKind.DOUBLE),
            DataType.decimal(10, 2),
            DataType.decimal(38, 4),
            DataType.of(TypeKind.VARCHAR),
            DataType.of(TypeKind.VARBINARY));

    private final Random random;

    public RandomBatches(Random random) {
        this.random = random;
    }

    /** One to six columns of any type. */
    public Schema schema() {
        int columns = 1 + random.nextInt(6);
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            DataType type = TYPES.get(random.nextInt(TYPES.size()));
            fields.add(new Field("c" + i, type.withNullable(random.nextInt(3) > 0)));
        }
        return new Schema(fields);
    }

    /** Rows of a schema, some of them perhaps not selected, with or without weights. */
    public Batch batch(Schema schema, int rows) {
        Batch batch = allSelected(schema, rows);
        int[] selection = new int[rows];
        int selected = 0;
        for (int i = 0; i < rows; i++) {
            if (random.nextInt(4) > 0) {
                selection[selected++] = i;
            }
        }
        Batch some = random.nextBoolean() ? batch : batch.withSelection(selection, selected);
        return random.nextBoolean() ? some : some.withWeights(weights(rows));
    }

    /** Rows of a schema, all selected and with weight +1. */
    public Batch allSelected(Schema schema, int rows) {
        BatchBuilder builder = new BatchBuilder(schema);
        int spread = 1 << random.nextInt(31);
        for (int row = 0; row < rows; row++) {
            for (int c = 0; c < schema.size(); c++) {
                if (!schema.type(c).nullable() || random.nextInt(5) > 0) {
                    set(builder.column(c), spread);
                }
            }
            builder.endRow();
        }
        return builder.build();
    }

    private void set(ColumnBuilder column, int spread) {
        switch (column.type().physical()) {
            case INT64 -> column.setLong(spread < 1 << 29 ? random.nextInt(spread) - spread / 2 : random.nextLong());
            case FLOAT64 -> column.setDouble(random.nextInt(8) == 0 ? Double.NaN : random.nextGaussian());
            case INT128 -> column.setInt128(random.nextInt(9) - 4, random.nextLong());
            case BYTES -> {
                byte[] bytes = new byte[random.nextInt(random.nextInt(50) == 0 ? 70_000 : 20)];
                random.nextBytes(bytes);
                column.setBytes(bytes, 0, bytes.length);
            }
        }
    }

    private int[] weights(int rows) {
        int[] weights = new int[rows];
        for (int i = 0; i < rows; i++) {
            weights[i] = random.nextBoolean() ? 1 : random.nextInt(7) - 8;
        }
        return weights;
    }

    /** The selected rows as lists of values, each followed by its weight. */
    public static List<List<@Nullable Object>> rows(Batch batch) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            List<@Nullable Object> row = values(batch, position);
            row.add(batch.weight(position));
            rows.add(row);
        }
        return rows;
    }

    /** The values of one row; bytes as lists. */
    public static List<@Nullable Object> values(Batch batch, int position) {
        List<@Nullable Object> row = new ArrayList<>();
        for (Column column : batch.columns()) {
            row.add(column.isNull(position) ? null : value(column, position));
        }
        return row;
    }

    private static Object value(Column column, int position) {
        if (column instanceof LongColumn longs) {
            return longs.values[position];
        }
        if (column instanceof DoubleColumn doubles) {
            return doubles.values[position];
        }
        if (column instanceof Int128Column wide) {
            return wide.decimal(position);
        }
        BytesColumn bytes = (BytesColumn) column;
        return bytes.type().kind() == TypeKind.VARCHAR
                ? bytes.string(position)
                : Arrays.toString(bytes.bytes(position));
    }
}
