package io.tidemark.runtime.state;

import io.tidemark.runtime.measure.KeyedProgress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a {@link RowTable} by the values of the key columns that close them, so that an epoch looks only at what it closes.
 *
 * <p>Rows with equal closing values form a bucket, a list that is linked through one payload slot: {@code previous + 1} in its upper half,
 * {@code next + 1} in its lower. A bucket is found in an ordered map for each closing column in which it isn't NULL, and is closed as soon as
 * one of its values is at or below that column's bound.
 *
 * <p><b>Cost</b>: 8 bytes a row, some 200 a bucket; closing takes O(log buckets) a bucket and O(1) a row.
 */
public final class ClosingBuckets {

    private static final int BUCKET_BYTES = 200;
    private static final int RECENT = 64;
    private static final long LOW_HALF = 0xFFFFFFFFL;

    private final RowTable table;
    private final int[] keyIndexes;
    private final int linkSlot;
    private final Map<Values, Bucket> buckets = new LinkedHashMap<>();
    private final List<TreeMap<Long, List<Bucket>>> byValue = new ArrayList<>();
    private final @Nullable Bucket[] recent = new Bucket[RECENT];

    /** The values of the closing columns, 0 where they are NULL. */
    private static final class Values {
        private final long[] values;
        private final long nulls;

        Values(long[] values, long nulls) {
            this.values = values;
            this.nulls = nulls;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Values that && nulls == that.nulls && Arrays.equals(values, that.values);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(values) * 31 + Long.hashCode(nulls);
        }
    }

    /** Rows that close together. */
    public static final class Bucket {
        private final Values key;
        private int first = -1;
        private int last = -1;
        private long rows;

        private Bucket(Values key) {
            this.key = key;
        }

        /** The row that came first, or -1. */
        public int first() {
            return first;
        }

        /** How many rows it has. */
        public long rows() {
            return rows;
        }

        /** The value of the {@code index}-th closing column, if it isn't NULL. */
        public long value(int index) {
            return key.values[index];
        }

        /** Whether the {@code index}-th closing column is NULL. */
        public boolean isNull(int index) {
            return (key.nulls & 1L << index) != 0;
        }
    }

    /**
     * Makes empty ones.
     *
     * @param table whose rows
     * @param keyIndexes the closing columns, as indexes of key columns, all INT64
     * @param linkPayload the payload slot that is used for the links
     */
    public ClosingBuckets(RowTable table, List<Integer> keyIndexes, int linkPayload) {
        this.table = table;
        this.keyIndexes = keyIndexes.stream().mapToInt(Integer::intValue).toArray();
        this.linkSlot = table.layout().payloadSlot(linkPayload);
        for (int i = 0; i < this.keyIndexes.length; i++) {
            byValue.add(new TreeMap<>());
        }
    }

    /** Adds a row; returns its bucket if that is new, else null. */
    public @Nullable Bucket add(int row) {
        int known = buckets.size();
        Bucket bucket = bucketOf(row);
        setLink(row, bucket.last, -1);
        if (bucket.last < 0) {
            bucket.first = row;
        } else {
            setLink(bucket.last, previous(bucket.last), row);
        }
        bucket.last = row;
        bucket.rows++;
        return buckets.size() > known ? bucket : null;
    }

    /** Takes a row out, before it is freed. */
    public void remove(int row) {
        Bucket bucket = bucketOf(row);
        bucket.rows--;
        int previous = previous(row);
        int next = next(row);
        if (previous < 0) {
            bucket.first = next;
        } else {
            setLink(previous, previous(previous), next);
        }
        if (next < 0) {
            bucket.last = previous;
        } else {
            setLink(next, previous, next(next));
        }
    }

    /** The row after {@code row} in its bucket, or -1. */
    public int next(int row) {
        return (int) (link(row) & LOW_HALF) - 1;
    }

    private int previous(int row) {
        return (int) (link(row) >>> 32) - 1;
    }

    /**
     * Takes out, in the order of their values, the buckets with a value at or below its column's bound. Their rows stay linked until freed.
     *
     * @param bounds one a closing column
     */
    public List<Bucket> takeClosed(long[] bounds) {
        List<Bucket> closed = new ArrayList<>();
        for (int i = 0; i < keyIndexes.length; i++) {
            TreeMap<Long, List<Bucket>> ordered = byValue.get(i);
            while (!ordered.isEmpty() && ordered.firstKey() <= bounds[i]) {
                for (Bucket bucket : List.copyOf(ordered.firstEntry().getValue())) {
                    forget(bucket);
                    closed.add(bucket);
                }
            }
        }
        return closed;
    }

    /** Takes all buckets out, also those that nothing closes, in the order in which they came to be. */
    public List<Bucket> takeAll() {
        List<Bucket> all = List.copyOf(buckets.values());
        clear();
        return all;
    }

    /** Forgets all buckets. */
    public void clear() {
        buckets.clear();
        byValue.forEach(TreeMap::clear);
        Arrays.fill(recent, null);
    }

    /** The least value of the first closing column; {@link KeyedProgress#NONE} if no bucket has one. */
    public long earliest() {
        TreeMap<Long, List<Bucket>> ordered = byValue.get(0);
        return ordered.isEmpty() ? KeyedProgress.NONE : ordered.firstKey();
    }

    /** The memory held beside the rows, in bytes. */
    public long sizeBytes() {
        return (long) buckets.size() * BUCKET_BYTES;
    }

    private void forget(Bucket bucket) {
        buckets.remove(bucket.key);
        Arrays.fill(recent, null);
        for (int i = 0; i < keyIndexes.length; i++) {
            if (!bucket.isNull(i)) {
                List<Bucket> same = byValue.get(i).get(bucket.value(i));
                if (same != null) {
                    same.remove(bucket);
                    if (same.isEmpty()) {
                        byValue.get(i).remove(bucket.value(i));
                    }
                }
            }
        }
    }

    private Bucket bucketOf(int row) {
        long[] page = table.page(row);
        int base = table.base(row);
        RowLayout layout = table.layout();
        long hash = 0;
        for (int key : keyIndexes) {
            hash = (hash ^ page[base + layout.keySlot(key)]) * 0x9E3779B97F4A7C15L;
        }
        int place = (int) (hash >>> 58);
        Bucket found = recent[place];
        if (found == null || !isIn(found, page, base)) {
            found = buckets.computeIfAbsent(valuesOf(page, base), this::addBucket);
            recent[place] = found;
        }
        return found;
    }

    private boolean isIn(Bucket bucket, long[] page, int base) {
        RowLayout layout = table.layout();
        for (int i = 0; i < keyIndexes.length; i++) {
            if (page[base + layout.keySlot(keyIndexes[i])] != bucket.value(i)
                    || layout.isKeyNull(page, base, keyIndexes[i]) != bucket.isNull(i)) {
                return false;
            }
        }
        return true;
    }

    private Values valuesOf(long[] page, int base) {
        RowLayout layout = table.layout();
        long[] values = new long[keyIndexes.length];
        long nulls = 0;
        for (int i = 0; i < values.length; i++) {
            values[i] = page[base + layout.keySlot(keyIndexes[i])];
            if (layout.isKeyNull(page, base, keyIndexes[i])) {
                nulls |= 1L << i;
            }
        }
        return new Values(values, nulls);
    }

    private Bucket addBucket(Values key) {
        Bucket bucket = new Bucket(key);
        for (int i = 0; i < keyIndexes.length; i++) {
            if (!bucket.isNull(i)) {
                byValue.get(i)
                        .computeIfAbsent(bucket.value(i), value -> new ArrayList<>(1))
                        .add(bucket);
            }
        }
        return bucket;
    }

    private long link(int row) {
        return table.page(row)[table.base(row) + linkSlot];
    }

    private void setLink(int row, int previous, int next) {
        table.page(row)[table.base(row) + linkSlot] = (long) (previous + 1) << 32 | (next + 1);
    }
}
