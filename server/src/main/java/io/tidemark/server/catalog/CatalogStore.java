package io.tidemark.server.catalog;

import io.tidemark.planner.catalog.RelationName;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;

/**
 * The catalog's tables in H2: {@code catalog.mv.db} in the data directory. Every change is committed and on disk when its method returns.
 *
 * <p><b>Errors</b>: EXTERNAL_IO if the database can't be opened or written. Safe for use by several threads.
 */
public final class CatalogStore implements AutoCloseable {

    private static final List<String> TABLES = List.of(
            "CREATE TABLE IF NOT EXISTS schemata (name VARCHAR PRIMARY KEY)",
            "CREATE TABLE IF NOT EXISTS relations (id VARCHAR PRIMARY KEY, sequence BIGINT NOT NULL,"
                    + " schema_name VARCHAR NOT NULL, name VARCHAR NOT NULL, statement CLOB NOT NULL,"
                    + " context_schema VARCHAR NOT NULL, context_zone VARCHAR NOT NULL, back_ticks BOOLEAN NOT NULL)",
            "CREATE TABLE IF NOT EXISTS queries (id VARCHAR PRIMARY KEY, sequence BIGINT NOT NULL,"
                    + " name VARCHAR NOT NULL, view_id VARCHAR, statement CLOB NOT NULL,"
                    + " context_schema VARCHAR NOT NULL, context_zone VARCHAR NOT NULL, back_ticks BOOLEAN NOT NULL,"
                    + " options VARCHAR ARRAY NOT NULL, state VARCHAR NOT NULL, created_at TIMESTAMP(6) WITH TIME ZONE NOT NULL)",
            "CREATE SEQUENCE IF NOT EXISTS object_sequence NO CACHE");

    private final Connection connection;

    private CatalogStore(Connection connection) {
        this.connection = connection;
    }

    /** Opens the catalog of a data directory, or makes an empty one. */
    public static CatalogStore open(Path dataDirectory) {
        JdbcDataSource source = new JdbcDataSource();
        // No write delay: what is acknowledged is on disk. No shutdown hook: the server closes it itself, after its
        // queries.
        source.setURL("jdbc:h2:file:" + dataDirectory.resolve("catalog").toAbsolutePath()
                + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;CASE_INSENSITIVE_IDENTIFIERS=TRUE");
        try {
            Connection connection = source.getConnection("tidemark", "");
            CatalogStore store = new CatalogStore(connection);
            try (Statement statement = connection.createStatement()) {
                for (String table : TABLES) {
                    statement.execute(table);
                }
            }
            return store;
        } catch (SQLException e) {
            throw CodedException.externalIo(
                    "cannot open the catalog in \"" + dataDirectory + "\": " + e.getMessage(), e);
        }
    }

    /** A number greater than any given out before. */
    public synchronized long nextSequence() {
        return call(() -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("VALUES NEXT VALUE FOR object_sequence")) {
                rows.next();
                return rows.getLong(1);
            }
        });
    }

    /** The schemas created, in no particular order. */
    public synchronized List<String> schemas() {
        return call(() -> {
            List<String> names = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT name FROM schemata")) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
            return names;
        });
    }

    /** The relations in their order of creation. */
    public synchronized List<StoredRelation> relations() {
        return call(() -> {
            List<StoredRelation> found = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT id, sequence, schema_name, name, statement,"
                            + " context_schema, context_zone, back_ticks FROM relations ORDER BY sequence")) {
                while (rows.next()) {
                    found.add(new StoredRelation(
                            rows.getString(1),
                            rows.getLong(2),
                            new RelationName(rows.getString(3), rows.getString(4)),
                            rows.getString(5),
                            context(rows)));
                }
            }
            return found;
        });
    }

    /** The queries in their order of creation. */
    public synchronized List<StoredQuery> queries() {
        return call(() -> {
            List<StoredQuery> found = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT id, sequence, name, view_id, statement,"
                            + " context_schema, context_zone, back_ticks, options, state, created_at"
                            + " FROM queries ORDER BY sequence")) {
                while (rows.next()) {
                    found.add(new StoredQuery(
                            rows.getString(1),
                            rows.getLong(2),
                            rows.getString(3),
                            Optional.ofNullable(rows.getString(4)),
                            rows.getString(5),
                            context(rows),
                            options((Object[]) rows.getArray(9).getArray()),
                            StoredQuery.State.valueOf(rows.getString(10)),
                            rows.getTimestamp(11).toInstant()));
                }
            }
            return found;
        });
    }

    private static SessionContext context(ResultSet rows) throws SQLException {
        return new SessionContext(
                rows.getString("context_schema"),
                ZoneId.of(rows.getString("context_zone")),
                rows.getBoolean("back_ticks"));
    }

    private static Map<String, String> options(Object[] pairs) {
        Map<String, String> options = new TreeMap<>();
        for (Object pair : pairs) {
            String text = pair.toString();
            int equals = text.indexOf('=');
            options.put(text.substring(0, equals), text.substring(equals + 1));
        }
        return options;
    }

    private static String[] pairs(Map<String, String> options) {
        return options.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .sorted()
                .toArray(String[]::new);
    }

    /** Adds a schema. */
    public void addSchema(String name) {
        update("INSERT INTO schemata VALUES (?)", name.toLowerCase(Locale.ROOT));
    }

    /** Removes a schema. */
    public void removeSchema(String name) {
        update("DELETE FROM schemata WHERE name = ?", name.toLowerCase(Locale.ROOT));
    }

    /** Adds a relation. */
    public void addRelation(StoredRelation relation) {
        update(
                "INSERT INTO relations VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                relation.id(),
                relation.sequence(),
                relation.name().schema(),
                relation.name().name(),
                relation.statement(),
                relation.context().schema(),
                relation.context().zone().getId(),
                relation.context().backTicks());
    }

    /** Removes a relation. */
    public void removeRelation(String id) {
        update("DELETE FROM relations WHERE id = ?", id);
    }

    /** Adds a query. */
    public void addQuery(StoredQuery query) {
        update(
                "INSERT INTO queries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                query.id(),
                query.sequence(),
                query.name(),
                query.viewId().orElse(null),
                query.statement(),
                query.context().schema(),
                query.context().zone().getId(),
                query.context().backTicks(),
                pairs(query.options()),
                query.state().name(),
                Timestamp.from(query.createdAt()));
    }

    /** Keeps what a query was told to be. */
    public void setQueryState(String id, StoredQuery.State state) {
        update("UPDATE queries SET state = ? WHERE id = ?", state.name(), id);
    }

    /** Keeps a query's options. */
    public void setQueryOptions(String id, Map<String, String> options) {
        update("UPDATE queries SET options = ? WHERE id = ?", pairs(options), id);
    }

    /** Removes a query. */
    public void removeQuery(String id) {
        update("DELETE FROM queries WHERE id = ?", id);
    }

    private synchronized void update(String sql, @Nullable Object... values) {
        call(() -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < values.length; i++) {
                    statement.setObject(i + 1, values[i]);
                }
                return statement.executeUpdate();
            }
        });
    }

    private interface DatabaseCall<T> {
        T run() throws SQLException;
    }

    private static <T> T call(DatabaseCall<T> call) {
        try {
            return call.run();
        } catch (SQLException e) {
            throw CodedException.of(ErrorCode.EXTERNAL_IO, "the catalog cannot be read or written: " + e.getMessage())
                    .cause(e);
        }
    }

    @Override
    public synchronized void close() {
        call(() -> {
            connection.close();
            return null;
        });
    }
}
