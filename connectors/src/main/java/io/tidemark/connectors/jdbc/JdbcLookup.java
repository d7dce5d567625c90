package io.tidemark.connectors.jdbc;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.connector.Lookup;
import io.tidemark.runtime.connector.LookupSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks rows up in a table of a database, a hundred keys a query: {@code SELECT … FROM t WHERE (k = ?) OR (k = ?) …}. Each query is a transaction of its own,
 * so that it sees what has been committed by then.
 */
final class JdbcLookup implements Lookup {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcLookup.class);
    private static final int KEYS_AT_A_TIME = 100;

    private final LookupSpec spec;
    private final Connector connector;
    private @Nullable Session session;

    /** Connects to the database and finds the table. */
    @FunctionalInterface
    interface Connector {
        Session open() throws SQLException;
    }

    /** A connection, and the table that it has. */
    record Session(Connection connection, TargetTable table) {}

    JdbcLookup(LookupSpec spec, Connector connector) {
        this.spec = spec;
        this.connector = connector;
    }

    @Override
    public List<Batch> find(Batch keys) {
        try {
            Session open = session == null ? connector.open() : session;
            session = open;
            List<Batch> found = new ArrayList<>();
            BatchBuilder builder = new BatchBuilder(spec.schema());
            for (int from = 0; from < keys.selectedCount(); from += KEYS_AT_A_TIME) {
                int to = Math.min(keys.selectedCount(), from + KEYS_AT_A_TIME);
                query(open, keys, from, to, builder, found);
            }
            if (builder.rowCount() > 0) {
                found.add(builder.build());
            }
            return found;
        } catch (SQLException e) {
            throw JdbcErrors.of("looking up rows of \"" + spec.relation() + "\"", e);
        }
    }

    private void query(Session open, Batch keys, int from, int to, BatchBuilder builder, List<Batch> found)
            throws SQLException {
        List<TargetTable.Column> keyColumns =
                spec.keyColumns().stream().map(open.table().columns()::get).toList();
        RowBinder binder = new RowBinder(keyColumns, spec.zone());
        RowReader reader = new RowReader(spec.schema(), open.table().columns(), spec.zone());
        List<Integer> all = IntStream.range(0, keyColumns.size()).boxed().toList();
        try (PreparedStatement statement =
                open.connection().prepareStatement(sql(open.table(), keyColumns, to - from))) {
            for (int i = from; i < to; i++) {
                binder.bind(keys, keys.position(i), all, (i - from) * all.size(), statement);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    reader.read(rows, builder);
                    if (builder.isFull()) {
                        found.add(builder.build());
                    }
                }
            }
        }
    }

    private static String sql(TargetTable table, List<TargetTable.Column> keys, int count) {
        String one = keys.stream().map(key -> key.name() + " = ?").collect(Collectors.joining(" AND ", "(", ")"));
        return "SELECT " + String.join(", ", table.columnNames()) + " FROM " + table.name() + " WHERE "
                + String.join(" OR ", Collections.nCopies(count, one));
    }

    @Override
    public void close() {
        Session open = session;
        session = null;
        if (open != null) {
            try {
                open.connection().close();
            } catch (SQLException e) {
                LOG.debug("a connection for looking up rows of \"{}\" could not be closed", spec.relation(), e);
            }
        }
    }
}
