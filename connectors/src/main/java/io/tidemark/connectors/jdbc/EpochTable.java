package io.tidemark.connectors.jdbc;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalLong;

/**
 * The last committed epoch of each sink, in the table {@code tidemark_epoch(sink, epoch)} beside the table that is written. A sink's row is
 * changed in the transaction that holds the epoch's rows.
 */
final class EpochTable {

    static final String NAME = "tidemark_epoch";
    private static final int MAX_ID_LENGTH = 255;

    private final Connection connection;
    private final String table;
    private final String sinkId;

    private EpochTable(Connection connection, String table, String sinkId) {
        this.connection = connection;
        this.table = table;
        this.sinkId = sinkId;
    }

    /**
     * Finds the table and the sink's row, and creates each where it is missing.
     *
     * @param schemaPrefix the schema, quoted, with a point behind it; may be empty
     */
    static EpochTable open(Connection connection, TableFinder finder, String schemaPrefix, String sinkId)
            throws SQLException {
        String table = schemaPrefix + finder.foldedPath(NAME);
        if (!finder.existsBeside(NAME)) {
            finder.execute("CREATE TABLE " + table + " (sink VARCHAR(" + MAX_ID_LENGTH
                    + ") NOT NULL PRIMARY KEY, epoch BIGINT NOT NULL)");
        }
        EpochTable opened = new EpochTable(connection, table, sinkId);
        if (opened.read().isEmpty()) {
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO " + table + " (sink, epoch) VALUES (?, 0)")) {
                insert.setString(1, sinkId);
                insert.executeUpdate();
            }
        }
        connection.commit();
        return opened;
    }

    private OptionalLong read() throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT epoch FROM " + table + " WHERE sink = ?")) {
            select.setString(1, sinkId);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? OptionalLong.of(rows.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    /** The epoch committed last; 0 if none. */
    long lastCommitted() throws SQLException {
        long epoch = read().orElseThrow(this::gone);
        connection.commit();
        return epoch;
    }

    /**
     * Notes an epoch in the present transaction.
     *
     * @throws CodedException if it is there already, because another writer has been faster
     */
    void advance(long epoch) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE " + table + " SET epoch = ? WHERE sink = ? AND epoch < ?")) {
            update.setLong(1, epoch);
            update.setString(2, sinkId);
            update.setLong(3, epoch);
            if (update.executeUpdate() != 1) {
                long held = read().orElseThrow(this::gone);
                throw CodedException.of(
                                ErrorCode.EXTERNAL_REJECTED,
                                "epoch " + epoch + " of sink \"" + sinkId + "\" cannot be written, because table \""
                                        + NAME + "\" holds epoch " + held)
                        .hint("another server writes as the same sink: stop one of them");
            }
        }
    }

    private CodedException gone() {
        return CodedException.of(
                        ErrorCode.EXTERNAL_DATA_LOST,
                        "the row of sink \"" + sinkId + "\" is gone from table \"" + NAME + "\"")
                .hint("create the query anew");
    }
}
