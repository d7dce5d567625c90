package io.tidemark.connectors.nexmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.connectors.testing.Columns;
import io.tidemark.connectors.testing.SourceContract;
import io.tidemark.connectors.testing.SourceRun;
import io.tidemark.connectors.testing.TestClock;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourceSpec;
import io.tidemark.sql.error.CodedException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Persons, auctions and bids keep to the contract of sources, fit together, and have the shares that the benchmark wants. */
class NexmarkSourceTest extends SourceContract {

    private static final String BID =
            "auction BIGINT, bidder BIGINT, price BIGINT, channel VARCHAR, url VARCHAR, dateTime TIMESTAMP(3), extra VARCHAR";
    private static final String AUCTION =
            "id BIGINT, itemName VARCHAR, description VARCHAR, initialBid BIGINT, reserve BIGINT,"
                    + " dateTime TIMESTAMP(3), expires TIMESTAMP(3), seller BIGINT, category BIGINT, extra VARCHAR";
    private static final String PERSON =
            "id BIGINT, name VARCHAR, emailAddress VARCHAR, creditCard VARCHAR, city VARCHAR,"
                    + " state VARCHAR, dateTime TIMESTAMP(3), extra VARCHAR";

    private final TestClock clock = new TestClock();

    private Source source(String schema, String... options) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            given.put(options[i], options[i + 1]);
        }
        NexmarkConnector connector = new NexmarkConnector(clock);
        SourceSpec spec = new SourceSpec(
                "public.events",
                Columns.schema(schema),
                Map.of(),
                Options.validate("connector \"nexmark\"", connector.sourceOptions(), given),
                ZoneOffset.UTC);
        connector.validateSource(spec);
        return connector.openSource(spec);
    }

    private List<String> rows(String schema, String... options) {
        Schema columns = Columns.schema(schema);
        SourceRun run = new SourceRun(IntStream.range(0, columns.size()).boxed().toList());
        try (Source source = source(schema, options)) {
            run.readAll(source, RangeLimits.NONE);
        }
        return run.rows;
    }

    private List<Long> numbers(String schema, String... options) {
        return rows(schema, options).stream().map(Long::valueOf).toList();
    }

    @Override
    protected Source open() {
        return source(BID, "table", "bid", "number-of-events", "120");
    }

    @Override
    protected int columnCount() {
        return Columns.schema(BID).size();
    }

    @Test
    void ofFiftyEventsOneIsAPersonAndThreeAreAuctions() {
        for (String events : List.of("1000", "5000")) {
            int cycles = Integer.parseInt(events) / 50;
            assertThat(rows(PERSON, "table", "person", "number-of-events", events))
                    .hasSize(cycles);
            assertThat(rows(AUCTION, "table", "auction", "number-of-events", events))
                    .hasSize(3 * cycles);
            assertThat(rows(BID, "table", "bid", "number-of-events", events)).hasSize(46 * cycles);
        }
    }

    @Test
    void everyEventIsARowOfOneTable() {
        for (int events = 1; events <= 120; events++) {
            int rows = 0;
            for (EventTable table : EventTable.values()) {
                rows += rows(
                                "dateTime TIMESTAMP(3)",
                                "table",
                                table.optionText(),
                                "number-of-events",
                                Integer.toString(events))
                        .size();
            }
            assertThat(rows).isEqualTo(events);
        }
    }

    @Test
    void idsAreThoseOfTheEventsThatThereAre() {
        assertThat(numbers("id BIGINT", "table", "person", "number-of-events", "5000"))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(1000, 1100).mapToObj(Long::valueOf).toList());
        assertThat(numbers("id BIGINT", "table", "auction", "number-of-events", "5000"))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(1000, 1300).mapToObj(Long::valueOf).toList());
    }

    @Test
    void bidsAreForHotAuctionsHalfOfTheTime() {
        List<Long> auctions = numbers("auction BIGINT", "table", "bid", "number-of-events", "50000");
        assertThat(auctions.stream().filter(auction -> auction % 100 == 0).count())
                .isBetween((long) (auctions.size() * 0.49), (long) (auctions.size() * 0.52));
        List<Long> bidders = numbers("bidder BIGINT", "table", "bid", "number-of-events", "50000");
        assertThat(bidders.stream().filter(bidder -> bidder % 100 == 1).count())
                .isBetween((long) (bidders.size() * 0.74), (long) (bidders.size() * 0.77));
        List<String> channels = rows("channel VARCHAR", "table", "bid", "number-of-events", "50000");
        assertThat(channels.stream()
                        .filter(channel -> !channel.startsWith("channel-"))
                        .distinct())
                .containsExactlyInAnyOrder("Google", "Facebook", "Baidu", "Apple");
        List<Long> prices = numbers("price BIGINT", "table", "bid", "number-of-events", "50000");
        assertThat(prices).allMatch(price -> price >= 100 && price <= 100_000_000);
        assertThat(prices.stream().filter(price -> price < 10_000).count())
                .isBetween(prices.size() * 32L / 100, prices.size() * 35L / 100);
    }

    @Test
    void aChannelHasOneAddress() {
        Map<String, Set<String>> addresses =
                rows("channel VARCHAR, url VARCHAR", "table", "bid", "number-of-events", "50000").stream()
                        .map(row -> row.split("\\|", -1))
                        .collect(Collectors.groupingBy(
                                row -> row[0], Collectors.mapping(row -> row[1], Collectors.toSet())));
        assertThat(addresses.values()).allMatch(urls -> urls.size() == 1);
        assertThat(addresses.get("Apple")).allMatch(url -> !url.contains("channel_id"));
        assertThat(addresses.values().stream().flatMap(Set::stream).filter(url -> url.contains("&channel_id=")))
                .hasSizeGreaterThan(8000);
    }

    @Test
    void anAuctionIsOpenForAWhile() {
        List<String[]> rows =
                rows("dateTime TIMESTAMP(3), expires TIMESTAMP(3)", "table", "auction", "number-of-events", "50000")
                        .stream()
                        .map(row -> row.split("\\|", -1))
                        .toList();
        assertThat(rows).allMatch(row -> time(row[1]).isAfter(time(row[0])));
        assertThat(rows).allMatch(row -> time(row[1]).isBefore(time(row[0]).plus(Duration.ofMillis(400))));
    }

    private static LocalDateTime time(String text) {
        return LocalDateTime.parse(text, DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss[.SSS][.SS][.S]"));
    }

    @Test
    void eventsComeOutOfOrderButNotByMoreThanTheOptionSays() {
        List<LocalDateTime> times = rows("dateTime TIMESTAMP(3)", "table", "bid", "number-of-events", "20000").stream()
                .map(NexmarkSourceTest::time)
                .toList();
        LocalDateTime greatest = times.get(0);
        Duration furthest = Duration.ZERO;
        for (LocalDateTime time : times) {
            Duration behind = Duration.between(time, greatest);
            furthest = behind.compareTo(furthest) > 0 ? behind : furthest;
            greatest = time.isAfter(greatest) ? time : greatest;
        }
        assertThat(furthest).isBetween(Duration.ofMillis(80), Duration.ofMillis(100));
        assertThat(rows(
                        "dateTime TIMESTAMP(3)",
                        "table",
                        "bid",
                        "number-of-events",
                        "20000",
                        "out-of-orderness",
                        "0 ms"))
                .extracting(NexmarkSourceTest::time)
                .isSorted();
    }

    @Test
    void timesFollowTheRateAndTheStart() {
        assertThat(rows(
                        "dateTime TIMESTAMP(3)",
                        "table",
                        "person",
                        "number-of-events",
                        "150",
                        "events-per-second",
                        "5",
                        "start-time",
                        "2020-02-29 23:59:50"))
                .containsExactly("2020-02-29 23:59:50", "2020-03-01 00:00:00", "2020-03-01 00:00:10");
    }

    @Test
    void anotherSeedGivesOtherRows() {
        List<String> first = rows("price BIGINT", "table", "bid", "number-of-events", "50");
        assertThat(rows("price BIGINT", "table", "bid", "number-of-events", "50"))
                .isEqualTo(first);
        assertThat(rows("price BIGINT", "table", "bid", "number-of-events", "50", "seed", "1"))
                .isNotEqualTo(first);
    }

    @Test
    void theTablesOfASourceWithoutEndKeepInStep() {
        Map<String, Integer> seconds = Map.of("person", 20, "auction", 60, "bid", 920);
        seconds.forEach((table, perSecond) -> {
            try (Source source = source("dateTime TIMESTAMP(3)", "table", table, "arrivals-per-second", "1000")) {
                var start = source.initialPosition();
                assertThat(source.plan(start, RangeLimits.NONE)).isEmpty();
                clock.advance(Duration.ofSeconds(2));
                assertThat(source.plan(start, RangeLimits.NONE).orElseThrow().description())
                        .isEqualTo("rows 0.." + 2 * perSecond);
            }
        });
    }

    @Test
    void onlyASourceThatEndsIsReadAsATable() {
        NexmarkConnector connector = new NexmarkConnector(clock);
        Options endless = Options.validate("nexmark", connector.sourceOptions(), Map.of("table", "bid"));
        Options ending =
                Options.validate("nexmark", connector.sourceOptions(), Map.of("table", "bid", "number-of-events", "5"));
        assertThat(connector.snapshotRefusal(endless))
                .isEqualTo("a nexmark source without \"number-of-events\" never ends");
        assertThat(connector.snapshotRefusal(ending)).isEmpty();
    }

    @Test
    void optionsAndColumnsAreChecked() {
        assertThatThrownBy(() -> source(BID))
                .isInstanceOf(CodedException.class)
                .hasMessage("connector \"nexmark\" needs option \"table\"");
        assertThatThrownBy(() -> source("seler BIGINT", "table", "auction"))
                .isInstanceOf(CodedException.class)
                .hasMessage("no column \"seler\" in the nexmark table \"auction\"");
        assertThatThrownBy(() -> source("price INT", "table", "bid"))
                .isInstanceOf(CodedException.class)
                .hasMessage("column \"price\" is INT, expected BIGINT");
        assertThatThrownBy(() -> source("channel VARCHAR(5)", "table", "bid"))
                .isInstanceOf(CodedException.class)
                .hasMessage("column \"channel\" is VARCHAR(5), expected STRING");
        assertThatThrownBy(() -> source("dateTime TIMESTAMP(0)", "table", "bid"))
                .isInstanceOf(CodedException.class)
                .hasMessage("column \"dateTime\" is TIMESTAMP(0), expected TIMESTAMP(3)");
        assertThatThrownBy(() -> source(BID, "table", "bid", "arrivals-per-second", "70"))
                .isInstanceOf(CodedException.class)
                .hasMessage("option \"arrivals-per-second\" is \"70\", expected a multiple of 50");
        assertThatThrownBy(() -> source(BID, "table", "bid", "number-of-events", "0"))
                .isInstanceOf(CodedException.class)
                .hasMessage("option \"number-of-events\" is \"0\", expected a number greater than 0");
        assertThatThrownBy(() -> source(BID, "table", "bid", "start-time", "soon"))
                .isInstanceOf(CodedException.class)
                .hasMessage("option \"start-time\" is \"soon\", expected a time such as 2024-03-01 12:00:00");
        assertThatThrownBy(() -> source(BID, "table", "bid", "out-of-orderness", "1000000 d"))
                .isInstanceOf(CodedException.class)
                .hasMessage(
                        "option \"out-of-orderness\" is \"1000000 d\", expected a time in which at most 1000000000 events happen");
    }
}
