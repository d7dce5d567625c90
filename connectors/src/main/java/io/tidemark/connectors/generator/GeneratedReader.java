package io.tidemark.connectors.generator;

import io.tidemark.connectors.json.JsonRowEncoder;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.RangeReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the rows of a range, batch by batch. */
final class GeneratedReader implements RangeReader {

    private final Schema schema;
    private final RowGenerator generator;
    private final List<Integer> wanted;
    private final long end;
    private long next;

    GeneratedReader(Schema schema, RowGenerator generator, List<Integer> wanted, long from, long end) {
        this.schema = schema;
        this.generator = generator;
        this.wanted = List.copyOf(wanted);
        this.next = from;
        this.end = end;
    }

    @Override
    public @Nullable Batch next() {
        int count = (int) Math.min(Batch.MAX_ROWS, end - next);
        if (count <= 0) {
            return null;
        }
        long first = next;
        next += count;
        List<Column> columns = generator.generate(first, count, wanted);
        return Batch.of(count, columns).withTags(new RowTags(null, new Origin(schema, columns, first), null));
    }

    /** Rows by their number; their text is made when asked for. */
    private record Origin(Schema schema, List<Column> columns, long first) implements RowOrigin {

        @Override
        public int partition() {
            return 0;
        }

        @Override
        public long offset(int row) {
            return first + row;
        }

        @Override
        public String payload(int row) {
            return JsonRowEncoder.toText(schema, columns, row);
        }
    }

    @Override
    public long rowsFiltered() {
        return 0;
    }

    @Override
    public void close() {}
}
