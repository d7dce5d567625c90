package io.tidemark.connectors.nexmark;

import io.tidemark.connectors.generator.GeneratedSource;
import io.tidemark.connectors.generator.Pace;
import io.tidemark.connectors.generator.Randomness;
import io.tidemark.connectors.value.TimeText;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.connector.MetadataColumn;
import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.Option.Kind;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourceConnector;
import io.tidemark.runtime.connector.SourceSpec;
import io.tidemark.sql.error.CodedException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalLong;

/**
 * Makes up the persons, auctions and bids of the Nexmark benchmark. A row is a function of the options and its number, and three streams with the
 * same options are three tables of the same events.
 *
 * <p>Columns are found by name and may be left out. The source ends after {@code number-of-events} and then makes rows as fast as they are read;
 * one that never ends makes events at the pace at which they happen, unless told otherwise.
 */
public final class NexmarkConnector implements SourceConnector {

    static final String TABLE = "table";
    static final String NUMBER_OF_EVENTS = "number-of-events";
    static final String EVENTS_PER_SECOND = "events-per-second";
    static final String ARRIVALS_PER_SECOND = "arrivals-per-second";
    static final String START_TIME = "start-time";
    static final String OUT_OF_ORDERNESS = "out-of-orderness";
    static final String SEED = "seed";

    private static final int MILLI_PRECISION = 3;
    private static final long MICROS_PER_MILLI = 1000;

    /** What randomness is derived for. */
    private static final int PERSONS = 0;

    private static final int AUCTIONS = 1;
    private static final int BIDS = 2;
    private static final int TEXTS = 3;

    private final Clock clock;

    /** Makes the connector; the clock paces the rows. */
    public NexmarkConnector(Clock clock) {
        this.clock = clock;
    }

    @Override
    public String name() {
        return "nexmark";
    }

    @Override
    public List<Option> sourceOptions() {
        return List.of(
                new Option(
                        TABLE,
                        Kind.CHOICE,
                        null,
                        true,
                        EventTable.names(),
                        "Which events are rows: person, auction or bid."),
                Option.optional(
                        NUMBER_OF_EVENTS, Kind.INTEGER, "After how many events, of all three tables, the source ends."),
                Option.withDefault(
                        EVENTS_PER_SECOND, Kind.INTEGER, "10000", "How many events happen in a second of event time."),
                Option.optional(
                        ARRIVALS_PER_SECOND,
                        Kind.INTEGER,
                        "How many events come in a second, a multiple of 50; of a source that never ends as many as happen."),
                Option.withDefault(START_TIME, Kind.TEXT, "2024-03-01 12:00:00", "When the first event happens."),
                Option.withDefault(
                        OUT_OF_ORDERNESS,
                        Kind.DURATION,
                        "100 ms",
                        "How far apart in time events may be that come in any order."),
                Option.withDefault(SEED, Kind.INTEGER, "0", "Another number gives other random values."));
    }

    @Override
    public List<MetadataColumn> metadataColumns() {
        return List.of();
    }

    @Override
    public void validateSource(SourceSpec spec) {
        Options options = spec.options();
        requirePositive(options, NUMBER_OF_EVENTS);
        requirePositive(options, EVENTS_PER_SECOND);
        requirePositive(options, ARRIVALS_PER_SECOND);
        if (options.has(ARRIVALS_PER_SECOND) && options.integer(ARRIVALS_PER_SECOND) % ArrivalOrder.CYCLE != 0) {
            throw CodedException.invalidOption(
                    ARRIVALS_PER_SECOND, options.text(ARRIVALS_PER_SECOND), "a multiple of " + ArrivalOrder.CYCLE);
        }
        if (shuffledEvents(options) > ArrivalOrder.MAX_GROUP) {
            throw CodedException.invalidOption(
                    OUT_OF_ORDERNESS,
                    options.text(OUT_OF_ORDERNESS),
                    "a time in which at most " + ArrivalOrder.MAX_GROUP + " events happen");
        }
        openSource(spec).close();
    }

    private static void requirePositive(Options options, String name) {
        if (options.has(name) && options.integer(name) <= 0) {
            throw CodedException.invalidOption(name, options.text(name), "a number greater than 0");
        }
    }

    @Override
    public String snapshotRefusal(Options options) {
        return options.has(NUMBER_OF_EVENTS) ? "" : "a nexmark source without \"number-of-events\" never ends";
    }

    @Override
    public boolean isLive() {
        return true;
    }

    @Override
    public Source openSource(SourceSpec spec) {
        Options options = spec.options();
        EventTable table = EventTable.of(options.text(TABLE));
        ArrivalOrder order = ArrivalOrder.shuffled(shuffledEvents(options));
        Randomness random = new Randomness(options.integer(SEED));
        EventText text = new EventText(random.derived(TEXTS));
        List<EventColumns.Definition> columns = columns(table, random, clock(options), text);
        NexmarkRows rows = new NexmarkRows(
                table,
                order,
                spec.schema().fields().stream().map(Field::type).toList(),
                spec.schema().fields().stream()
                        .map(field -> find(field, table, columns).filler())
                        .toList(),
                text);
        OptionalLong end = options.has(NUMBER_OF_EVENTS)
                ? OptionalLong.of(table.rows(options.integer(NUMBER_OF_EVENTS), order))
                : OptionalLong.empty();
        return new GeneratedSource(spec.schema(), rows, end, new Pace(clock, rowsPerSecond(options, table)));
    }

    private static long shuffledEvents(Options options) {
        long millis = options.duration(OUT_OF_ORDERNESS).toMillis();
        long events = options.integer(EVENTS_PER_SECOND);
        return millis > Long.MAX_VALUE / events ? Long.MAX_VALUE : millis * events / 1000;
    }

    /** Whole cycles of events a second, so that the three tables keep in step; all at once for a source that ends. */
    private static long rowsPerSecond(Options options, EventTable table) {
        if (!options.has(ARRIVALS_PER_SECOND) && options.has(NUMBER_OF_EVENTS)) {
            return Long.MAX_VALUE;
        }
        long events = options.integer(options.has(ARRIVALS_PER_SECOND) ? ARRIVALS_PER_SECOND : EVENTS_PER_SECOND);
        return Math.max(1, events / ArrivalOrder.CYCLE) * table.perCycle();
    }

    private static EventClock clock(Options options) {
        String text = options.text(START_TIME);
        Field field = new Field(START_TIME, DataType.of(TypeKind.TIMESTAMP));
        try {
            long micros = new TimeText(field, ZoneOffset.UTC).read(text.toCharArray(), 0, text.length());
            return new EventClock(micros / MICROS_PER_MILLI, options.integer(EVENTS_PER_SECOND));
        } catch (CodedException notATime) {
            throw CodedException.invalidOption(START_TIME, text, "a time such as 2024-03-01 12:00:00");
        }
    }

    private static List<EventColumns.Definition> columns(
            EventTable table, Randomness random, EventClock clock, EventText text) {
        EventColumns columns = switch (table) {
            case PERSON -> new PersonColumns(random.derived(PERSONS), clock, text);
            case AUCTION -> new AuctionColumns(random.derived(AUCTIONS), clock, text);
            case BID -> new BidColumns(random.derived(BIDS), clock, text);
        };
        return columns.all();
    }

    private static EventColumns.Definition find(Field field, EventTable table, List<EventColumns.Definition> columns) {
        EventColumns.Definition found = columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(field.name()))
                .findFirst()
                .orElseThrow(() -> CodedException.unknownColumn(
                        field.name(),
                        "the nexmark table \"" + table.optionText() + "\"",
                        columns.stream().map(EventColumns.Definition::name).toList()));
        DataType type = field.type();
        boolean cut = found.kind() == TypeKind.VARCHAR
                ? type.precision() >= 0
                : found.kind() == TypeKind.TIMESTAMP && type.precision() >= 0 && type.precision() < MILLI_PRECISION;
        if (type.kind() != found.kind() || cut) {
            throw CodedException.typeMismatch(
                    "column \"" + field.name() + "\"", type.toString(), expected(found.kind()));
        }
        return found;
    }

    private static String expected(TypeKind kind) {
        return switch (kind) {
            case VARCHAR -> "STRING";
            case TIMESTAMP -> "TIMESTAMP(3)";
            default -> kind.name();
        };
    }
}
