package io.tidemark.connectors.testing;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What was read from a source: rows with their offsets and payloads, bad rows, and the ranges they were read in. */
public final class SourceRun {

    /** The rows read, as text. */
    public final List<String> rows = new ArrayList<>();

    /** The offset of each row. */
    public final List<Long> offsets = new ArrayList<>();

    /** The payload of each row. */
    public final List<String> payloads = new ArrayList<>();

    /** {@code offset code message} of each bad row. */
    public final List<String> bad = new ArrayList<>();

    /** The payload of each bad row. */
    public final List<String> badPayloads = new ArrayList<>();

    /** The ranges read, in order. */
    public final List<SourceRange> ranges = new ArrayList<>();

    /** The rows of each range. */
    public final List<List<String>> rowsByRange = new ArrayList<>();

    private final List<Integer> columns;

    public SourceRun(List<Integer> columns) {
        this.columns = List.copyOf(columns);
    }

    /** Reads from a position until nothing more is planned, and returns the position reached. */
    public SourcePosition readAll(Source source, SourcePosition from, RangeLimits limits) {
        SourcePosition position = from;
        for (Optional<SourceRange> range = source.plan(position, limits);
                range.isPresent();
                range = source.plan(position, limits)) {
            read(source, range.get());
            position = range.get().to();
        }
        return position;
    }

    /** Reads everything from the start. */
    public SourcePosition readAll(Source source, RangeLimits limits) {
        return readAll(source, source.initialPosition(), limits);
    }

    /** Reads one range. */
    public void read(Source source, SourceRange range) {
        int before = rows.size();
        try (RangeReader reader = source.read(range, columns, (partition, offset, payload, reason) -> {
            bad.add(offset + " " + reason.code().sqlState() + " " + reason.render());
            badPayloads.add(payload);
        })) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                add(batch);
            }
        }
        ranges.add(range);
        rowsByRange.add(List.copyOf(rows.subList(before, rows.size())));
    }

    private void add(Batch batch) {
        rows.addAll(RowText.of(batch));
        RowOrigin origin = Objects.requireNonNull(batch.tags().origin, "a source's batch has an origin");
        for (int row = 0; row < batch.rowCount(); row++) {
            offsets.add(origin.offset(row));
            payloads.add(origin.payload(row));
        }
    }
}
