package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Rows of a number, which is NOT NULL, and a text. */
final class Numbers {

    static final Schema SCHEMA = Schema.of(
            new Field("n", DataType.of(TypeKind.BIGINT).withNullable(false)),
            new Field("text", DataType.of(TypeKind.VARCHAR)));
    static final List<Integer> KEY = List.of(0);

    private Numbers() {}

    static Batch row(long number) {
        return row(number, "t" + number);
    }

    static Batch row(long number, String text) {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        add(builder, number, text);
        return builder.build();
    }

    static Batch range(long from, int count) {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        for (int i = 0; i < count; i++) {
            add(builder, from + i, "t" + (from + i));
        }
        return builder.build();
    }

    private static void add(BatchBuilder builder, long number, String text) {
        builder.column(0).setLong(number);
        builder.column(1).setString(text);
        builder.endRow();
    }

    static SinkSpec sink(String id, OutputMode mode, List<Integer> key) {
        return new SinkSpec(
                id, "public.numbers", SCHEMA, key, mode, Options.validate("test", List.of(), Map.of()), ZoneOffset.UTC);
    }

    /** Every row of a stream, in order. */
    static List<Long> contents(InternalStream stream) {
        List<Long> numbers = new ArrayList<>();
        try (Source source = stream.openSnapshot()) {
            Optional<SourceRange> range = source.plan(source.initialPosition(), RangeLimits.NONE);
            if (range.isEmpty()) {
                return numbers;
            }
            try (RangeReader reader = source.read(range.get(), KEY, (partition, offset, payload, reason) -> {
                throw reason;
            })) {
                for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                    for (int i = 0; i < batch.rowCount(); i++) {
                        numbers.add(((LongColumn) batch.column(0)).values[i]);
                    }
                }
            }
        }
        return numbers;
    }

    /** Every row of a table as {@code n=text}, with how often it is there. */
    static Map<String, Integer> contents(InternalTable table) {
        try (VersionedSnapshot snapshot = table.pin()) {
            return multiset(snapshot.scan());
        }
    }

    static Map<String, Integer> multiset(Iterator<Batch> batches) {
        Map<String, Integer> rows = new TreeMap<>();
        batches.forEachRemaining(batch -> {
            for (int i = 0; i < batch.selectedCount(); i++) {
                int position = batch.position(i);
                String row = ((LongColumn) batch.column(0)).values[position] + "="
                        + ((BytesColumn) batch.column(1)).string(position);
                rows.merge(row, batch.weight(position), Integer::sum);
            }
        });
        rows.values().removeIf(count -> count == 0);
        return rows;
    }
}
