package io.tidemark.server.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** A driver with a server of its own, and the same things to ask of each in its SQL. */
interface Side extends AutoCloseable {

    /** What one answer may take at most by the driver's own defaults. */
    long LONG_ANSWER_MILLIS = 3_000;

    /** Opens a connection; {@code settings} are the driver's own. */
    Connection connect(Map<String, String> settings) throws SQLException;

    /** Opens a connection. */
    default Connection connect() throws SQLException {
        return connect(Map.of());
    }

    /** The settings with which the driver waits for an answer as it does by default, its greatest wait made shorter than {@link #LONG_ANSWER_MILLIS}. */
    Map<String, String> shortenedWait();

    /** Rows without an end, five a second. */
    String slowRows();

    /** A hundred rows at once, then none for long. */
    String hundredRowsAndSilence();

    /** Two hundred and fifty rows at once. */
    String manyRows();

    /** What takes long to execute. */
    String longQuery();

    /** Begins what gives a row after {@link #LONG_ANSWER_MILLIS}. */
    String rowAfterAWhile() throws SQLException;

    /** Stops the server. */
    void stop();

    /** Starts it again on the same port. */
    void start();

    @Override
    void close();
}
