package io.tidemark.trial.data;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Random rows: with NULLs, duplicates, ties, late ones, negative numbers, empty texts and extreme values. The columns {@code m}, {@code n} and
 * {@code f} hold the extremes, {@code x} and {@code y} eighths, whose sums are exact.
 */
public final class DataGenerator {

    private static final List<Long> INTS =
            List.of((long) Integer.MIN_VALUE, (long) Integer.MAX_VALUE, 0L, -1L, 1L, 77L);
    private static final List<Long> LONGS =
            List.of(Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 1, 0L, -1L, 1L << 53, (1L << 53) + 1);
    private static final List<Double> DOUBLES = List.of(
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            -0.0,
            0.0,
            1e300,
            -1e300,
            Double.MIN_VALUE,
            0.1);
    private static final List<String> TEXTS = List.of("", "a", "b", "ab", "B", "ä", "日本", "z z", " ", "a,b", "😀");

    private final DataShape shape;
    private final Random random;
    private int lastId;

    private DataGenerator(DataShape shape, Random random) {
        this.shape = shape;
        this.random = random;
    }

    /**
     * Makes the rows of a trial.
     *
     * @param partitions how many each stream has
     */
    public static TrialData generate(DataShape shape, int partitions, Random random) {
        return new DataGenerator(shape, random).data(partitions);
    }

    private TrialData data(int partitions) {
        List<Lane> lanes = new ArrayList<>();
        int most = random.nextInt(12) == 0 ? 4 : DataShape.MOST_OPERATIONS * (1 + random.nextInt(3)) / 3;
        for (SourceKind source : shape.sourceList()) {
            int count = source.changes() ? 1 : partitions;
            for (int partition = 0; partition < count; partition++) {
                lanes.add(new Lane(source, partition, operations(source, count(source, most))));
            }
        }
        return new TrialData(lanes, checks(lanes));
    }

    /** Joins of several inputs multiply their rows, and find none where there are too few. */
    private int count(SourceKind source, int most) {
        int half = Math.max(2, most / 2);
        return source.isRelational() ? half / 3 + random.nextInt(half) : random.nextInt(most);
    }

    private List<List<Integer>> checks(List<Lane> lanes) {
        List<List<Integer>> checks = new ArrayList<>();
        int[] at = new int[lanes.size()];
        for (int left = 3; left >= 0; left--) {
            for (int lane = 0; lane < at.length; lane++) {
                int there = lanes.get(lane).operations().size() - at[lane];
                at[lane] += left == 0 ? there : random.nextInt(Math.max(1, 2 * there / (left + 1)) + 1) % (there + 1);
            }
            checks.add(Arrays.stream(at).boxed().toList());
        }
        return checks.stream().distinct().toList();
    }

    private List<Operation> operations(SourceKind source, int count) {
        List<Operation> operations = new ArrayList<>();
        List<Long> alive = new ArrayList<>();
        long now = shape.startMicros();
        for (int i = 0; i < count; i++) {
            now += random.nextInt(3) == 0 ? 0 : millis(shape.stepMicros());
            int kind = source.changes() && !alive.isEmpty() ? random.nextInt(5) : 0;
            if (kind == 4) {
                operations.add(new Operation(alive.remove(random.nextInt(alive.size())), null));
            } else if (kind >= 2) {
                long id = alive.get(random.nextInt(alive.size()));
                operations.add(new Operation(id, row(source, id, now)));
            } else if (!source.changes() && i > 0 && random.nextInt(12) == 0) {
                operations.add(operations.get(i - 1));
            } else {
                long id = ++lastId;
                alive.add(id);
                operations.add(new Operation(id, row(source, id, now)));
            }
        }
        return operations;
    }

    private long millis(long micros) {
        return (long) (random.nextDouble() * micros) / 1000 * 1000;
    }

    private List<@Nullable Object> row(SourceKind source, long id, long now) {
        return source.isRelational() ? relationalRow(id) : timedRow(source, id, now);
    }

    /** Few different values, so that rows find partners, and many ties. */
    private List<@Nullable Object> relationalRow(long id) {
        return Arrays.asList(
                id,
                nullable(8, (long) random.nextInt(4)),
                nullable(6, (long) random.nextInt(4)),
                nullable(8, oneOf(List.of("k1", "k2", "", "K1", "ä"))),
                nullable(6, (long) random.nextInt(6)));
    }

    private List<@Nullable Object> timedRow(SourceKind source, long id, long now) {
        return Arrays.asList(
                id,
                nullable(8, oneOf(List.of("k1", "k2", "k3", "", "K1"))),
                nullable(8, (long) random.nextInt(4) - 1),
                nullable(6, (long) random.nextInt(12) - 3),
                nullable(6, random.nextInt(3) == 0 ? oneOf(INTS) : (Long) (long) random.nextInt()),
                nullable(6, random.nextInt(3) == 0 ? oneOf(LONGS) : (Long) (random.nextLong() >> random.nextInt(60))),
                nullable(6, eighths()),
                nullable(6, eighths()),
                nullable(6, random.nextInt(3) == 0 ? oneOf(DOUBLES) : (Double) (random.nextGaussian() * 100)),
                nullable(
                        6,
                        BigDecimal.valueOf(random.nextInt(8) == 0 ? 99_999_999_99L : random.nextInt(4000) - 2000, 2)),
                nullable(8, oneOf(TEXTS)),
                nullable(4, random.nextBoolean()),
                nullable(8, (long) random.nextInt(5) + 19_780),
                time(source, now));
    }

    private double eighths() {
        return random.nextInt(20) == 0 ? -0.0 : (random.nextInt(2000) - 1000) / 8.0;
    }

    private @Nullable Long time(SourceKind source, long now) {
        if (!source.hasWatermark() && random.nextInt(25) == 0) {
            return null;
        }
        long back = random.nextInt(4) == 0 ? millis(shape.latenessMicros()) : 0;
        long time = now - back;
        // Times on the edges of windows are the ones that go wrong.
        return random.nextInt(4) == 0
                ? Long.valueOf(time - Math.floorMod(time, shape.edgeMicros()))
                : Long.valueOf(time);
    }

    private @Nullable Object nullable(int oneIn, Object value) {
        return random.nextInt(oneIn) == 0 ? null : value;
    }

    private <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
