package io.tidemark.runtime.lookup;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys looked up last, with their rows. What it has changes between epochs only, and only with what the epochs are made of: so an epoch that runs
 * again finds what it found.
 *
 * <p><b>Cost</b>: the rows' bytes and some 200 more a key.
 *
 * <p>Layout written (version 1): byte version; int keys; of each: long when it was looked up, long the last epoch that used it, {@link LookupAnswers} of
 * it alone.
 */
final class LookupCache implements OperatorState {

    private static final int VERSION = 1;
    private static final int KEY_BYTES = 200;
    private static final int VALUE_BYTES = 24;

    private final LookupJoinSpec spec;
    private final Map<LookupKey, Entry> entries = new HashMap<>();
    private long rows;

    /**
     * A key's rows.
     *
     * @param foundMicros when they were looked up, by the epoch's clock
     */
    private record Entry(Batch rows, long foundMicros, long usedEpoch) {}

    LookupCache(LookupJoinSpec spec) {
        this.spec = spec;
    }

    /** The rows of a key, if they are known and young enough at a time. */
    Optional<Batch> find(LookupKey key, long nowMicros) {
        Entry entry = entries.get(key);
        return entry != null && nowMicros - entry.foundMicros < spec.cacheMicros()
                ? Optional.of(entry.rows)
                : Optional.empty();
    }

    /** Takes in what an epoch has looked up, and leaves out the keys that were not used for longest. */
    void endEpoch(long epoch, long nowMicros, Map<LookupKey, Boolean> used, LookupAnswers answers) {
        if (spec.cacheRows() == 0) {
            return;
        }
        used.forEach((key, fetched) -> {
            if (fetched) {
                put(key, new Entry(copy(answers.rows(key)), nowMicros, epoch));
            } else {
                Entry entry = entries.get(key);
                put(key, new Entry(entry.rows, entry.foundMicros, epoch));
            }
        });
        if (entries.size() > spec.cacheRows()) {
            List<LookupKey> oldest = entries.keySet().stream()
                    .sorted(Comparator.comparingLong((LookupKey key) -> entries.get(key).usedEpoch)
                            .thenComparing(Comparator.naturalOrder()))
                    .limit(entries.size() - spec.cacheRows())
                    .toList();
            oldest.forEach(key -> rows -= entries.remove(key).rows.rowCount());
        }
    }

    private void put(LookupKey key, Entry entry) {
        Entry before = entries.put(key, entry);
        rows += entry.rows.rowCount() - (before == null ? 0 : before.rows.rowCount());
    }

    private Batch copy(List<LookupAnswers.Row> found) {
        BatchBuilder builder = new BatchBuilder(spec.table(), Math.max(1, found.size()));
        for (LookupAnswers.Row row : found) {
            RowCopy.copy(row.batch(), row.position(), builder);
            builder.endRow();
        }
        return builder.build();
    }

    @Override
    public String layout() {
        return "lookup/" + VERSION + " " + spec.table() + " " + spec.tableKeys();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeInt(entries.size());
        for (Map.Entry<LookupKey, Entry> entry : entries.entrySet()) {
            out.writeLong(entry.getValue().foundMicros);
            out.writeLong(entry.getValue().usedEpoch);
            LookupAnswers.write(List.of(entry.getKey()), List.of(entry.getValue().rows), out);
        }
    }

    @Override
    public void load(DataInput in) throws IOException {
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw CodedException.of(
                    ErrorCode.CORRUPTED, "the state of a lookup has version " + version + ", expected " + VERSION);
        }
        entries.clear();
        rows = 0;
        for (int i = in.readInt(); i > 0; i--) {
            long found = in.readLong();
            long used = in.readLong();
            LookupAnswers answers = new LookupAnswers(spec.table(), spec.tableKeys());
            LookupKey key = answers.read(in).get(0);
            put(key, new Entry(copy(answers.rows(key)), found, used));
        }
    }

    @Override
    public long rows() {
        return entries.size();
    }

    @Override
    public long sizeBytes() {
        return (long) entries.size() * KEY_BYTES
                + rows * VALUE_BYTES * spec.table().size();
    }
}
