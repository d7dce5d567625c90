package io.tidemark.benchmarks.nexmark;

import io.tidemark.connectors.nexmark.NexmarkConnector;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.runtime.connector.SourceSpec;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The tables of events: their columns, and their rows in memory, cut into epochs. */
final class EventTables {

    private static final String BID_COLUMNS = "auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING,"
            + " dateTime TIMESTAMP(3), extra STRING";
    private static final String AUCTION_COLUMNS = "id BIGINT, itemName STRING, description STRING, initialBid BIGINT,"
            + " reserve BIGINT, dateTime TIMESTAMP(3), expires TIMESTAMP(3), seller BIGINT, category BIGINT, extra STRING";
    private static final String PERSON_COLUMNS = "id BIGINT, name STRING, emailAddress STRING, creditCard STRING,"
            + " city STRING, state STRING, dateTime TIMESTAMP(3), extra STRING";
    private static final String WATERMARK = ", WATERMARK FOR dateTime AS dateTime - INTERVAL '4' SECOND";

    private EventTables() {}

    /** The statements that define the streams. */
    static String[] statements() {
        return new String[] {
            stream("person", PERSON_COLUMNS + WATERMARK),
            stream("auction", AUCTION_COLUMNS + WATERMARK),
            stream("bid", BID_COLUMNS + WATERMARK),
            stream("bid_arrivals", BID_COLUMNS + ", p_time AS PROCTIME()")
        };
    }

    private static String stream(String name, String columns) {
        return "CREATE STREAM " + name + " (" + columns + ") WITH ('connector' = 'nexmark', 'table' = '" + table(name)
                + "')";
    }

    private static String table(String stream) {
        return stream.equals("bid_arrivals") ? "bid" : stream;
    }

    /** Opens a stream's events. */
    static Source open(String stream, long events) {
        NexmarkConnector connector = new NexmarkConnector(Clock.systemUTC());
        Map<String, String> options = Map.of("table", table(stream), "number-of-events", Long.toString(events));
        return connector.openSource(new SourceSpec(
                stream,
                schema(stream),
                Map.of(),
                Options.validate("nexmark", connector.sourceOptions(), options),
                ZoneOffset.UTC));
    }

    /** The columns of a stream's events. */
    static Schema schema(String stream) {
        String columns = switch (table(stream)) {
            case "person" -> PERSON_COLUMNS;
            case "auction" -> AUCTION_COLUMNS;
            default -> BID_COLUMNS;
        };
        return new Schema(Stream.of(columns.split(", ")).map(EventTables::field).toList());
    }

    private static Field field(String column) {
        int blank = column.indexOf(' ');
        DataType type = switch (column.substring(blank + 1)) {
            case "BIGINT" -> DataType.of(TypeKind.BIGINT);
            case "STRING" -> DataType.of(TypeKind.VARCHAR);
            default -> new DataType(TypeKind.TIMESTAMP, 3, 0, true);
        };
        return new Field(column.substring(0, blank), type);
    }

    /**
     * Makes the rows of a stream.
     *
     * @param events how many events there are of all streams
     * @param epochEvents how many of them there are in an epoch, a multiple of 50, so that each has whole rows of every stream
     * @param columns the indexes of the columns wanted
     * @return the batches of each epoch
     */
    static List<List<Batch>> rows(String stream, long events, long epochEvents, List<Integer> columns) {
        List<List<Batch>> epochs = new ArrayList<>();
        RangeLimits limits = new RangeLimits(epochEvents / 50 * rowsOfFifty(stream), Long.MAX_VALUE);
        try (Source source = open(stream, events)) {
            SourcePosition position = source.initialPosition();
            for (Optional<SourceRange> range = source.plan(position, limits);
                    range.isPresent();
                    range = source.plan(position, limits)) {
                epochs.add(read(source, range.get(), columns));
                position = range.get().to();
            }
        }
        return epochs;
    }

    private static int rowsOfFifty(String stream) {
        return switch (table(stream)) {
            case "person" -> 1;
            case "auction" -> 3;
            default -> 46;
        };
    }

    private static List<Batch> read(Source source, SourceRange range, List<Integer> columns) {
        List<Batch> batches = new ArrayList<>();
        try (RangeReader reader = source.read(range, columns, (partition, offset, payload, reason) -> {
            throw reason;
        })) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                batches.add(batch);
            }
        }
        return batches;
    }
}
