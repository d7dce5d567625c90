package io.tidemark.connectors.jdbc;

import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.Option.Kind;
import java.util.ArrayList;
import java.util.List;

/** The options of the connector, by their names in WITH. */
final class JdbcOptions {

    static final String URL = "url";
    static final String TABLE = "table-name";
    static final String USERNAME = "username";
    static final String PASSWORD = "password";
    static final String DRIVER = "driver";
    static final String MAX_ROWS = "sink.buffer-flush.max-rows";
    static final String CREATE_TABLE = "sink.create-table";

    static final String CACHE_ROWS = "lookup.cache.max-rows";
    static final String CACHE_TIME = "lookup.cache.ttl";

    private JdbcOptions() {}

    /** What a table that is looked up takes. */
    static List<Option> lookup() {
        List<Option> options = new ArrayList<>(sink());
        options.removeIf(option -> option.name().startsWith("sink."));
        options.add(Option.withDefault(
                CACHE_ROWS, Kind.INTEGER, "0", "How many keys are remembered with their rows; 0: none."));
        options.add(
                Option.withDefault(CACHE_TIME, Kind.DURATION, "1 min", "For how long they are remembered at most."));
        return options;
    }

    /** What a sink takes. */
    static List<Option> sink() {
        return List.of(
                Option.required(
                        URL,
                        Kind.TEXT,
                        "The database, such as jdbc:h2:file:/data/results or jdbc:postgresql://host/database."),
                Option.required(TABLE, Kind.TEXT, "The table, with its schema in front if need be: sales.totals."),
                Option.optional(USERNAME, Kind.TEXT, "The user; none is named to the database if left out."),
                Option.optional(PASSWORD, Kind.TEXT, "The user's password."),
                Option.optional(
                        DRIVER,
                        Kind.TEXT,
                        "The class of the driver, where several on the class path take the same address."),
                Option.withDefault(MAX_ROWS, Kind.INTEGER, "1000", "How many rows are sent to the database at a time."),
                Option.withDefault(
                        CREATE_TABLE, Kind.BOOLEAN, "true", "Whether the table is created where it does not exist."));
    }
}
