package io.tidemark.benchmarks.nexmark;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.TypeKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The table beside the streams, of query 13: a text for each number from 0 to 9,999. */
public final class SideInput {

    /** The table's name. */
    public static final String NAME = "side_input";

    /** The statement that defines it. */
    static final String STATEMENT = "CREATE TABLE side_input (id BIGINT NOT NULL, val STRING, PRIMARY KEY (id))";

    /** How many rows it has. */
    public static final int ROWS = 10_000;

    private SideInput() {}

    /** The text of a number. */
    public static String value(long id) {
        return "value " + id;
    }

    /** All rows. */
    static Batch[] batches(List<Integer> wanted) {
        BytesPool pool = new BytesPool();
        List<Batch> batches = new ArrayList<>();
        for (int from = 0; from < ROWS; from += Batch.MAX_ROWS) {
            int rows = Math.min(Batch.MAX_ROWS, ROWS - from);
            List<Column> columns = new ArrayList<>();
            for (int index : wanted) {
                columns.add(index == 0 ? ids(from, rows) : values(from, rows, pool));
            }
            batches.add(Batch.of(rows, columns));
        }
        return batches.toArray(Batch[]::new);
    }

    private static Column ids(int from, int rows) {
        long[] ids = new long[rows];
        for (int i = 0; i < rows; i++) {
            ids[i] = (long) from + i;
        }
        return new LongColumn(DataType.of(TypeKind.BIGINT), ids, null);
    }

    private static Column values(int from, int rows, BytesPool pool) {
        long[] references = new long[rows];
        for (int i = 0; i < rows; i++) {
            byte[] bytes = value((long) from + i).getBytes(StandardCharsets.UTF_8);
            references[i] = pool.append(bytes, 0, bytes.length);
        }
        return new BytesColumn(DataType.of(TypeKind.VARCHAR), references, pool, null);
    }
}
