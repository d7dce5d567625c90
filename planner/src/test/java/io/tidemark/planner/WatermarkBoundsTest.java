package io.tidemark.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** With rows from the watermark W on still to come, no value at or below a column's watermark comes: tried out on random expressions. */
class WatermarkBoundsTest {
    private static final long SECOND = 1_000_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final int EXPRESSIONS = 60;
    private static final int WATERMARKS = 200;

    private final Statements statements = new Statements(FakeCatalog.of(
            "CREATE STREAM s (ts TIMESTAMP(6), n INT, WATERMARK FOR ts AS ts)",
            "CREATE STREAM d (ts TIMESTAMP(6), day_ AS CAST(ts AS DATE), WATERMARK FOR ts AS ts - INTERVAL '1' HOUR)"));

    private interface Value {
        long of(long micros);
    }

    private record Sample(String sql, Value value, boolean date) {}

    private static Sample expression(Random random, int depth) {
        if (depth == 0) {
            return new Sample("ts", ts -> ts, false);
        }
        Sample inner = expression(random, depth - 1);
        if (inner.date) {
            int days = 1 + random.nextInt(3);
            return new Sample(
                    "(" + inner.sql + " + INTERVAL '" + days + "' DAY)", ts -> inner.value.of(ts) + days, true);
        }
        String[] names = {"SECOND", "MINUTE", "HOUR", "DAY"};
        long[] lengths = {SECOND, MINUTE, HOUR, DAY};
        int unit = random.nextInt(lengths.length);
        long length = lengths[unit];
        int count = 1 + random.nextInt(40);
        return switch (random.nextInt(6)) {
            case 0 ->
                new Sample(
                        "(" + inner.sql + " + INTERVAL '" + count + "' " + names[unit] + ")",
                        ts -> inner.value.of(ts) + count * length,
                        false);
            case 1 ->
                new Sample(
                        "(" + inner.sql + " - INTERVAL '" + count + "' " + names[unit] + ")",
                        ts -> inner.value.of(ts) - count * length,
                        false);
            case 2 ->
                new Sample(
                        "FLOOR(" + inner.sql + " TO " + names[unit] + ")",
                        ts -> Math.floorDiv(inner.value.of(ts), length) * length,
                        false);
            case 3 ->
                new Sample(
                        "CEIL(" + inner.sql + " TO " + names[unit] + ")",
                        ts -> -Math.floorDiv(-inner.value.of(ts), length) * length,
                        false);
            case 4 -> {
                int months = List.of(1, 3, 12).get(random.nextInt(3));
                String name = months == 1 ? "MONTH" : months == 3 ? "QUARTER" : "YEAR";
                yield new Sample(
                        "FLOOR(" + inner.sql + " TO " + name + ")",
                        ts -> monthStart(inner.value.of(ts), months),
                        false);
            }
            default ->
                new Sample("CAST(" + inner.sql + " AS DATE)", ts -> Math.floorDiv(inner.value.of(ts), DAY), true);
        };
    }

    private static long monthStart(long micros, int months) {
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(micros, DAY));
        int month = (date.getMonthValue() - 1) / months * months + 1;
        return LocalDate.of(date.getYear(), month, 1).toEpochDay() * DAY;
    }

    private static Optional<WatermarkTransform> transform(IncrementalNode node, int column) {
        return node.traits().watermark(column).map(ColumnWatermark::transform);
    }

    @Test
    void noValueComesAtOrBelowAnExpressionsWatermark() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int derived = 0;
        for (int i = 0; i < EXPRESSIONS; i++) {
            Sample sample = expression(random, 1 + random.nextInt(4));
            IncrementalNode root = statements
                    .plan("SELECT " + sample.sql + " AS x, n FROM s EMIT APPEND")
                    .root();
            Optional<WatermarkTransform> transform = transform(root, 0);
            if (transform.isPresent()) {
                derived++;
                check(sample, transform.get(), random, "seed " + seed + ": " + sample.sql);
            }
        }
        assertThat(derived).as("seed " + seed).isGreaterThan(EXPRESSIONS * 9 / 10);
    }

    private static void check(Sample sample, WatermarkTransform transform, Random random, String what) {
        for (int i = 0; i < WATERMARKS; i++) {
            long watermark = random.nextLong(-10 * DAY, 10 * DAY);
            if (random.nextBoolean()) {
                watermark = Math.floorDiv(watermark, HOUR) * HOUR + random.nextInt(3) - 1;
            }
            long passed = transform.apply(watermark);
            for (long ts : toCome(watermark, random)) {
                assertThat(sample.value.of(ts)).as(what + " at " + ts).isGreaterThan(passed);
            }
        }
    }

    private static List<Long> toCome(long watermark, Random random) {
        List<Long> times = new ArrayList<>(List.of(watermark, watermark + 1, watermark + SECOND, watermark + DAY));
        times.add(Math.floorDiv(watermark, HOUR) * HOUR + HOUR);
        times.add(Math.floorDiv(watermark, DAY) * DAY + DAY);
        for (int i = 0; i < 5; i++) {
            times.add(watermark + random.nextLong(3 * DAY));
        }
        return times;
    }

    @Test
    void noWindowComesWhoseEdgesHavePassed() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 10; i++) {
            long slide = (1 + random.nextInt(50)) * MINUTE;
            long size = slide * (1 + random.nextInt(4)) + random.nextInt(2) * (30 * SECOND);
            long offset = random.nextInt(100) * SECOND;
            IncrementalNode root = statements
                    .plan("SELECT window_start, window_end, window_time FROM HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '"
                            + slide / SECOND + "' SECOND(9), INTERVAL '" + size / SECOND + "' SECOND(9), INTERVAL '"
                            + offset / SECOND + "' SECOND(9)) EMIT APPEND")
                    .root();
            for (int w = 0; w < WATERMARKS; w++) {
                long watermark = random.nextLong(-2 * DAY, 2 * DAY);
                for (long ts : toCome(watermark, random)) {
                    long start = Math.floorDiv(ts - offset - size, slide) * slide + slide + offset;
                    assertThat(start + size).isGreaterThan(ts);
                    String what = "seed " + seed + " size " + size + " slide " + slide + " ts " + ts;
                    assertThat(start)
                            .as(what)
                            .isGreaterThan(transform(root, 0).orElseThrow().apply(watermark));
                    assertThat(start + size)
                            .as(what)
                            .isGreaterThan(transform(root, 1).orElseThrow().apply(watermark));
                    assertThat(start + size - 1000)
                            .as(what)
                            .isGreaterThan(transform(root, 2).orElseThrow().apply(watermark));
                }
            }
        }
    }

    @Test
    void aLocalDayIsPassedOnceItHasEnded() {
        ZoneId paris = ZoneId.of("Europe/Paris");
        Statements inParis = new Statements(
                FakeCatalog.of("CREATE STREAM i (moment TIMESTAMP_LTZ(6), WATERMARK FOR moment AS moment)"),
                new PlannerSettings("public", paris, true));
        IncrementalNode root = inParis.plan(
                        "SELECT window_start FROM TUMBLE(TABLE i, DESCRIPTOR(moment), INTERVAL '1' DAY) EMIT APPEND")
                .root();
        WatermarkTransform starts = transform(root, 0).orElseThrow();
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 20 * WATERMARKS; i++) {
            LocalDate day = LocalDate.ofEpochDay(random.nextInt(25_000));
            long start = micros(day.atStartOfDay(paris));
            long end = micros(day.plusDays(1).atStartOfDay(paris));
            long watermark = end + random.nextInt(3) - 2;
            assertThat(starts.apply(watermark) >= start)
                    .as("seed %d, %s with %d of its end", seed, day, watermark - end)
                    .isEqualTo(watermark >= end);
        }
    }

    private static long micros(ZonedDateTime moment) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, moment.toInstant());
    }

    @Test
    void aComputedColumnOfTheEventTimeHasAWatermark() {
        IncrementalNode root = statements
                .plan("SELECT day_, COUNT(*) FROM d GROUP BY day_ EMIT APPEND")
                .root();
        WatermarkTransform days = transform(root, 0).orElseThrow();
        assertThat(days.apply(5 * DAY)).isEqualTo(4);
        assertThat(days.apply(5 * DAY - 1)).isEqualTo(3);
    }

    @Test
    void windowEndClosesExactlyWhenTheWatermarkReachesIt() {
        IncrementalNode root = statements
                .plan("SELECT window_end, COUNT(*) FROM TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '1' DAY)"
                        + " GROUP BY window_end EMIT APPEND")
                .root();
        WatermarkTransform end = transform(root, 0).orElseThrow();
        assertThat(end.apply(DAY - 1)).isLessThan(DAY);
        assertThat(end.apply(DAY)).isEqualTo(DAY);
    }

    @Test
    void aUnionHasTheWeakerWatermark() {
        IncrementalNode root = statements
                .plan("SELECT ts FROM s UNION ALL SELECT ts - INTERVAL '2' HOUR FROM d EMIT APPEND")
                .root();
        assertThat(transform(root, 0)).contains(WatermarkTransform.plus(-2 * HOUR - 1));
    }
}
