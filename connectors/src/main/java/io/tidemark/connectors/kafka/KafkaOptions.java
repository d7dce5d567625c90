package io.tidemark.connectors.kafka;

import io.tidemark.connectors.json.JsonOptions;
import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.Option.Kind;
import java.util.List;
import java.util.stream.Stream;

/** The options of the connector, by their names in WITH. */
final class KafkaOptions {

    static final String TOPIC = "topic";
    static final String PROPERTIES = "properties.";
    static final String BOOTSTRAP = PROPERTIES + "bootstrap.servers";
    static final String FORMAT = "format";
    static final String KEY_FORMAT = "key.format";
    static final String KEY_FIELDS = "key.fields";
    static final String VALUE_FIELDS = "value.fields-include";
    static final String STARTUP_MODE = "scan.startup.mode";
    static final String STARTUP_TIMESTAMP = "scan.startup.timestamp-millis";
    static final String STARTUP_OFFSETS = "scan.startup.specific-offsets";
    static final String BOUNDED = "scan.bounded";
    static final String BOUNDED_MODE = "scan.bounded.mode";
    static final String DISCOVERY_INTERVAL = "scan.topic-partition-discovery.interval";
    static final String PARTITIONER = "sink.partitioner";
    static final String TRANSACTIONAL_ID_PREFIX = "sink.transactional-id-prefix";
    static final String EPOCH_TOPIC = "sink.epoch-topic";

    static final String EARLIEST = "earliest-offset";
    static final String LATEST = "latest-offset";
    static final String TIMESTAMP = "timestamp";
    static final String SPECIFIC = "specific-offsets";
    static final String UNBOUNDED = "unbounded";
    static final String RAW = "raw";
    static final String ALL = "ALL";
    static final String EXCEPT_KEY = "EXCEPT_KEY";
    static final String FIXED = "fixed";
    static final String ROUND_ROBIN = "round-robin";

    private KafkaOptions() {}

    /** What a source takes. */
    static List<Option> source() {
        return Stream.of(common(), scan(), JsonOptions.all())
                .flatMap(List::stream)
                .toList();
    }

    /** What a sink takes. */
    static List<Option> sink() {
        return Stream.of(common(), delivery(), JsonOptions.all())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Option> common() {
        return List.of(
                Option.required(TOPIC, Kind.TEXT, "The topic."),
                Option.required(BOOTSTRAP, Kind.TEXT, "Brokers to begin with: host:port, separated by commas."),
                Option.optional(
                        PROPERTIES + "*", Kind.TEXT, "Any setting of Kafka's own client, such as its security."),
                new Option(
                        FORMAT, Kind.CHOICE, null, true, List.of(JsonOptions.NAME), "The format of the values: json."),
                Option.choice(
                        KEY_FORMAT,
                        null,
                        List.of(RAW, JsonOptions.NAME),
                        "The format of the keys: raw (one VARCHAR or VARBINARY column as it is) or json. A sink with a primary key writes json unless told."),
                Option.optional(
                        KEY_FIELDS,
                        Kind.TEXT,
                        "The columns that make up the key, separated by semicolons; a sink's primary key if left out."),
                Option.choice(
                        VALUE_FIELDS,
                        ALL,
                        List.of(ALL, EXCEPT_KEY),
                        "Whether the value holds the key's columns too (ALL) or not (EXCEPT_KEY)."));
    }

    private static List<Option> scan() {
        return List.of(
                Option.choice(
                        STARTUP_MODE,
                        EARLIEST,
                        List.of(EARLIEST, LATEST, TIMESTAMP, SPECIFIC),
                        "Where a query that is new begins to read."),
                Option.optional(
                        STARTUP_TIMESTAMP,
                        Kind.INTEGER,
                        "For timestamp: begin with the first message of this time or later, in milliseconds since 1970."),
                Option.optional(
                        STARTUP_OFFSETS,
                        Kind.TEXT,
                        "For specific-offsets: partition:0,offset:42;partition:1,offset:300. Partitions left out begin at their first offset."),
                Option.withDefault(
                        BOUNDED, Kind.BOOLEAN, "false", "Whether the source ends with what is there at its start."),
                Option.choice(
                        BOUNDED_MODE,
                        UNBOUNDED,
                        List.of(UNBOUNDED, LATEST),
                        "The same in other words: latest-offset ends with what is there at the start."),
                Option.withDefault(
                        DISCOVERY_INTERVAL, Kind.DURATION, "30 s", "How often to look for partitions newly added."));
    }

    private static List<Option> delivery() {
        return List.of(
                Option.choice(
                        PARTITIONER,
                        "default",
                        List.of("default", FIXED, ROUND_ROBIN),
                        "How rows are spread over partitions: by key where there is one (default), all to one (fixed), or in turn (round-robin)."),
                Option.withDefault(
                        TRANSACTIONAL_ID_PREFIX,
                        Kind.TEXT,
                        "tidemark",
                        "What the transactional id begins with; give each server its own where several write to one cluster."),
                Option.withDefault(
                        EPOCH_TOPIC,
                        Kind.TEXT,
                        "tidemark-epochs",
                        "The compacted topic that remembers which epoch each sink committed last; it is created where it does not exist."));
    }
}
