package io.tidemark.nexmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.ServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries 4 and 9 over 20 times the longest life of an auction: their state is that of the auctions that are open, however many have been. */
class NexmarkStateTest {

    private static final Path QUERIES =
            Path.of(System.getProperty("tidemark.rootDirectory"), "benchmarks", "queries", "nexmark");
    private static final int LIFE_SECONDS = 10;
    private static final int LIVES = 20;
    private static final int SECONDS_A_STEP = 5;
    private static final int MILLIS_A_STEP = SECONDS_A_STEP * 1000;
    private static final int AUCTIONS_A_STEP = 50;
    private static final int BIDS_A_STEP = 300;
    private static final long START = 1_704_067_200_000L;
    private static final DateTimeFormatter TEXT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT);
    private static final double FLAT = 1.25;

    @TempDir
    Path directory;

    /** An auction that is open. */
    private record Auction(long id, long begins, long ends) {}

    private final Random random = new Random(9);
    private final List<Auction> open = new ArrayList<>();
    private final Map<Long, Long> greatest = new TreeMap<>();

    private static String timestamp(long millis) {
        return "TIMESTAMP '"
                + LocalDateTime.ofEpochSecond(millis / 1000, (int) (millis % 1000) * 1_000_000, ZoneOffset.UTC)
                        .format(TEXT)
                + "'";
    }

    private String auctions(long from) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < AUCTIONS_A_STEP; i++) {
            long begins = from + random.nextInt(MILLIS_A_STEP);
            long ends = begins + 1000 + random.nextInt((LIFE_SECONDS - 1) * 1000);
            Auction auction = new Auction(from / 100 * AUCTIONS_A_STEP + i, begins, ends);
            open.add(auction);
            rows.add("(" + auction.id + ", 'item', 'text', 1, 2, " + timestamp(begins) + ", " + timestamp(ends)
                    + ", 7, " + auction.id % 5 + ", 'more')");
        }
        return "INSERT INTO auction VALUES " + String.join(", ", rows);
    }

    private String bids(long from) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < BIDS_A_STEP; i++) {
            Auction auction = open.get(random.nextInt(open.size()));
            long time = from + random.nextInt(MILLIS_A_STEP);
            int price = 100 + random.nextInt(10_000);
            rows.add("(" + auction.id + ", 3, " + price + ", 'web', 'url', " + timestamp(time) + ", 'more')");
            if (time >= auction.begins && time <= auction.ends) {
                greatest.merge(auction.id, (long) price, Math::max);
            }
        }
        return "INSERT INTO bid VALUES " + String.join(", ", rows);
    }

    @Test
    void theStateOfAuctionsThatHaveEndedIsDropped() throws SQLException, IOException {
        try (ServerFixture server = new ServerFixture(directory)) {
            server.execute("CREATE STREAM auction (id BIGINT, itemName STRING, description STRING, initialBid BIGINT,"
                    + " reserve BIGINT, dateTime TIMESTAMP(3), expires TIMESTAMP(3), seller BIGINT, category BIGINT,"
                    + " extra STRING, WATERMARK FOR dateTime AS dateTime - INTERVAL '5' SECOND,"
                    + " PRIMARY KEY (id) NOT ENFORCED)");
            server.execute("CREATE STREAM bid (auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING,"
                    + " dateTime TIMESTAMP(3), extra STRING,"
                    + " WATERMARK FOR dateTime AS dateTime - INTERVAL '5' SECOND)");
            for (String query : List.of("q4", "q9")) {
                server.execute("CREATE MATERIALIZED VIEW " + query + " AS "
                        + Files.readString(QUERIES.resolve(query + ".sql")));
            }
            Map<String, List<Long>> readings = Map.of("q4", new ArrayList<>(), "q9", new ArrayList<>());
            for (int step = 0; step < LIVES * LIFE_SECONDS / SECONDS_A_STEP; step++) {
                long from = START + (long) step * MILLIS_A_STEP;
                open.removeIf(auction -> auction.ends < from - 1000);
                server.execute(auctions(from));
                server.execute(bids(from));
                server.execute("FLUSH");
                for (Map.Entry<String, List<Long>> reading : readings.entrySet()) {
                    reading.getValue()
                            .add(Long.parseLong(server.rows("SELECT state_rows FROM sys.epochs WHERE query = '"
                                            + reading.getKey() + "' ORDER BY epoch DESC LIMIT 1")
                                    .get(0)));
                }
            }
            readings.forEach(NexmarkStateTest::assertFlat);
            assertThat(server.rows("SELECT id, price FROM q9 ORDER BY id"))
                    .isEqualTo(greatest.entrySet().stream()
                            .map(won -> won.getKey() + "|" + won.getValue())
                            .toList());
        }
    }

    private static void assertFlat(String query, List<Long> rows) {
        List<Long> afterTwoLives = rows.subList(2 * LIFE_SECONDS / SECONDS_A_STEP, rows.size());
        int half = afterTwoLives.size() / 2;
        long early = afterTwoLives.subList(0, half).stream().max(Long::compare).orElseThrow();
        long later = afterTwoLives.subList(half, afterTwoLives.size()).stream()
                .max(Long::compare)
                .orElseThrow();
        assertThat((double) later).as("rows of state of %s: %s", query, rows).isLessThanOrEqualTo(FLAT * early);
    }

    @Test
    void explainSaysThatWhatBoundsTheStateIsExpires() throws SQLException, IOException {
        try (ServerFixture server = new ServerFixture(directory)) {
            server.execute("CREATE STREAM auction (id BIGINT, itemName STRING, description STRING, initialBid BIGINT,"
                    + " reserve BIGINT, dateTime TIMESTAMP(3), expires TIMESTAMP(3), seller BIGINT, category BIGINT,"
                    + " extra STRING, WATERMARK FOR dateTime AS dateTime, PRIMARY KEY (id) NOT ENFORCED)");
            server.execute("CREATE STREAM bid (auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING,"
                    + " dateTime TIMESTAMP(3), extra STRING, WATERMARK FOR dateTime AS dateTime)");
            assertThat(stateOf(server, "q9"))
                    .containsSubsequence(
                            "Top 1 of each id, expires by price desc, dateTime",
                            "bounded a partition is dropped when expires < W",
                            "Inner join on id = auction and (right.dateTime >= left.dateTime) AND (right.dateTime <= expires)",
                            "All state is bounded.");
            assertThat(stateOf(server, "q4"))
                    .containsSubsequence(
                            "Aggregate by id, category, expires: final = MAX(price)",
                            "bounded a group is dropped when expires < W");
        }
    }

    /** EXPLAIN STATE of a query as a view, without places and blanks. */
    private static List<String> stateOf(ServerFixture server, String query) throws SQLException, IOException {
        return server
                .rows("EXPLAIN STATE CREATE MATERIALIZED VIEW v AS "
                        + Files.readString(QUERIES.resolve(query + ".sql")))
                .stream()
                .map(line -> line.replaceAll(" +\\(line.*", "").strip().replaceAll(" +", " "))
                .toList();
    }
}
