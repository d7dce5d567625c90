package io.tidemark.benchmarks.nexmark;

import io.tidemark.connectors.nexmark.NexmarkConnector;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourceSpec;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The tables of events, their columns, and where their rows come from. */
public final class EventTables {

    /** After so many events their kinds repeat. */
    public static final int CYCLE = 50;

    private static final String BID_COLUMNS = "auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING,"
            + " dateTime TIMESTAMP(3), extra STRING";
    private static final String AUCTION_COLUMNS = "id BIGINT, itemName STRING, description STRING, initialBid BIGINT,"
            + " reserve BIGINT, dateTime TIMESTAMP(3), expires TIMESTAMP(3), seller BIGINT, category BIGINT, extra STRING";
    private static final String PERSON_COLUMNS = "id BIGINT, name STRING, emailAddress STRING, creditCard STRING,"
            + " city STRING, state STRING, dateTime TIMESTAMP(3), extra STRING";
    private static final String WATERMARK = ", WATERMARK FOR dateTime AS dateTime - INTERVAL '4' SECOND";

    private EventTables() {}

    /** The statements that define the streams, and the table beside them. */
    static String[] statements() {
        return new String[] {
            stream("person", PERSON_COLUMNS + WATERMARK),
            stream("auction", AUCTION_COLUMNS + WATERMARK),
            stream("bid", BID_COLUMNS + WATERMARK),
            stream("bid_arrivals", BID_COLUMNS + ", p_time AS PROCTIME()"),
            SideInput.STATEMENT
        };
    }

    private static String stream(String name, String columns) {
        return "CREATE STREAM " + name + " (" + columns + ") WITH ('connector' = 'nexmark', 'table' = '" + table(name)
                + "')";
    }

    /** The table that a stream's events are in. */
    static String table(String stream) {
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
    public static Schema schema(String stream) {
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

    /** How many of {@link #CYCLE} events are rows of a stream. */
    public static int rowsPerCycle(String stream) {
        return switch (table(stream)) {
            case "person" -> 1;
            case "auction" -> 3;
            default -> 46;
        };
    }

    /** How many rows a query reads, each table counted once. */
    public static long rowsRead(String query, long events) {
        String words = query.replaceAll("(?m)^--.*", "");
        return Stream.of("person", "auction", "bid", "bid_arrivals")
                        .filter(table -> isNamed(words, table))
                        .mapToLong(table -> events * rowsPerCycle(table) / CYCLE)
                        .sum()
                + (isNamed(words, SideInput.NAME) ? SideInput.ROWS : 0);
    }

    private static boolean isNamed(String words, String table) {
        return Pattern.compile("\\b(?:FROM|JOIN|TABLE) " + table + "\\b")
                .matcher(words)
                .find();
    }
}
