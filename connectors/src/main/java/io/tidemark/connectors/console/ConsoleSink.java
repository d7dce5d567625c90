package io.tidemark.connectors.console;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.ValueText;
import io.tidemark.runtime.connector.EpochSink;
import java.io.PrintStream;
import java.util.StringJoiner;

/**
 * Prints an epoch's rows when it commits; of an epoch larger than {@link #BUFFER_CHARACTERS}, the beginning before.
 *
 * <p>A row is {@code +I}; with a key, {@code +U} sets the key's row; {@code -D} takes a row, or with a key the key's row, away.
 */
final class ConsoleSink implements EpochSink {

    static final int BUFFER_CHARACTERS = 1 << 20;

    private final PrintStream out;
    private final String prefix;
    private final boolean upserts;
    private final StringBuilder lines = new StringBuilder();
    private long epoch;
    private long lastCommitted;

    ConsoleSink(PrintStream out, String prefix, boolean upserts) {
        this.out = out;
        this.prefix = prefix;
        this.upserts = upserts;
    }

    @Override
    public long lastCommittedEpoch() {
        return lastCommitted;
    }

    @Override
    public void begin(long newEpoch) {
        epoch = newEpoch;
        lines.setLength(0);
    }

    @Override
    public void write(Batch delta) {
        for (int i = 0; i < delta.selectedCount(); i++) {
            int row = delta.position(i);
            int weight = delta.weight(row);
            String operation = weight < 0 ? "-D" : upserts ? "+U" : "+I";
            for (int copies = Math.abs(weight); copies > 0; copies--) {
                append(operation, delta, row);
            }
        }
    }

    private void append(String operation, Batch delta, int row) {
        StringJoiner values = new StringJoiner(", ", "(", ")");
        for (Column column : delta.columns()) {
            values.add(column.isNull(row) ? "NULL" : ValueText.SQL.of(column, row));
        }
        lines.append(prefix)
                .append('[')
                .append(epoch)
                .append("] ")
                .append(operation)
                .append(values)
                .append('\n');
        if (lines.length() > BUFFER_CHARACTERS) {
            print();
        }
    }

    private void print() {
        out.print(lines);
        out.flush();
        lines.setLength(0);
    }

    @Override
    public void prepare() {}

    @Override
    public void commit() {
        print();
        lastCommitted = epoch;
    }

    @Override
    public void abort() {
        lines.setLength(0);
    }

    @Override
    public void close() {}
}
