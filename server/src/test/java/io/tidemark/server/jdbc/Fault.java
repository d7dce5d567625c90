package io.tidemark.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The faults of Avatica's driver, each as what a driver has to do instead. */
enum Fault {
    CANCEL_SENDS_NOTHING("TimeoutException") {
        @Override
        void mended(Side side) throws Exception {
            try (Connection connection = side.connect();
                    Statement statement = connection.createStatement()) {
                statement.setFetchSize(1);
                ResultSet rows = statement.executeQuery(side.slowRows());
                rows.next();
                CompletableFuture<Void> cancel = CompletableFuture.runAsync(
                        () -> {
                            try {
                                statement.cancel();
                            } catch (SQLException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));
                SQLException end = catchThrowableOfType(SQLException.class, () -> readAll(rows));
                cancel.get();
                assertThat(end.getSQLState()).isEqualTo("57014");
                assertThat(readAll(statement.executeQuery("SELECT 1"))).isEqualTo(1);
            }
        }
    },

    LIVE_ROWS_WAIT_FOR_A_FULL_FRAME("TimeoutException") {
        @Override
        void mended(Side side) throws Exception {
            try (Connection connection = side.connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(side.slowRows())) {
                assertThat(rows.next()).isTrue();
            }
        }
    },

    THE_NEXT_FRAME_IS_FETCHED_BEFORE_THE_LAST_ROW_IS_HANDED_OUT("TimeoutException") {
        @Override
        void mended(Side side) throws Exception {
            try (Connection connection = side.connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(side.hundredRowsAndSilence())) {
                for (int i = 0; i < 100; i++) {
                    assertThat(rows.next()).isTrue();
                }
            }
        }
    },

    A_FETCH_SIZE_OF_ZERO_CUTS_THE_RESULT("expected: 250 but was: 100") {
        @Override
        void mended(Side side) throws Exception {
            try (Connection connection = side.connect();
                    Statement statement = connection.createStatement()) {
                statement.setFetchSize(0);
                assertThat(readAll(statement.executeQuery(side.manyRows()))).isEqualTo(250);
            }
        }
    },

    THE_QUERY_TIMEOUT_DOES_NOTHING("TimeoutException") {
        @Override
        void mended(Side side) throws Exception {
            try (Connection connection = side.connect();
                    Statement statement = connection.createStatement()) {
                statement.setQueryTimeout(1);
                assertThatThrownBy(() -> statement.executeQuery(side.longQuery()))
                        .isInstanceOf(SQLTimeoutException.class);
            }
        }
    },

    A_LONG_FRAME_DIES("timed out") {
        @Override
        void mended(Side side) throws Exception {
            try (Connection connection = side.connect(side.shortenedWait());
                    Statement statement = connection.createStatement()) {
                assertThat(readAll(statement.executeQuery(side.rowAfterAWhile())))
                        .isEqualTo(1);
            }
        }
    },

    A_RESTART_IS_NOT_NOTICED("Expecting value to be false but was true") {
        @Override
        void mended(Side side) throws Exception {
            Connection connection = side.connect();
            assertThat(connection.isValid(5)).isTrue();
            side.stop();
            try {
                assertThat(connection.isValid(5)).isFalse();
                SQLException lost = catchThrowableOfType(SQLException.class, connection::createStatement);
                assertThat(lost.getSQLState()).startsWith("08");
            } finally {
                side.start();
            }
            try (Statement statement = connection.createStatement()) {
                assertThat(readAll(statement.executeQuery("SELECT 1"))).isEqualTo(1);
            }
            assertThat(connection.isValid(5)).isTrue();
            connection.close();
        }
    },

    ERRORS_HAVE_NO_STATE_AND_A_CHAIN_OF_CAUSES_AS_TEXT("\"00000\" to start with: \"42\"") {
        @Override
        void mended(Side side) throws Exception {
            try (Connection connection = side.connect();
                    Statement statement = connection.createStatement()) {
                SQLException error = catchThrowableOfType(
                        SQLException.class, () -> statement.executeQuery("SELECT nowhere FROM many"));
                assertThat(error.getSQLState()).startsWith("42");
                assertThat(error.getErrorCode()).isPositive();
                assertThat(error.getMessage())
                        .contains("nowhere")
                        .doesNotContain("Exception")
                        .doesNotContain(" -> ");
            }
        }
    },

    MAX_ROWS_IS_IGNORED_FOR_PREPARED_STATEMENTS("expected: 3 but was: 250") {
        @Override
        void mended(Side side) throws Exception {
            try (Connection connection = side.connect();
                    PreparedStatement statement = connection.prepareStatement(side.manyRows())) {
                statement.setMaxRows(3);
                assertThat(readAll(statement.executeQuery())).isEqualTo(3);
            }
        }
    },

    WHAT_IS_IN_USE_EXPIRES("NoSuchStatementException") {
        @Override
        void mended(Side side) throws Exception {
            try (Connection connection = side.connect();
                    Statement statement = connection.createStatement();
                    PreparedStatement prepared = connection.prepareStatement(side.manyRows())) {
                assertThat(readAll(prepared.executeQuery())).isEqualTo(250);
                ResultSet rows = statement.executeQuery(side.rowAfterAWhile());
                assertThat(readAll(rows)).isEqualTo(1);
                // Whoever comes clears up what seems to be idle.
                side.connect().close();
                assertThat(readAll(prepared.executeQuery())).isEqualTo(250);
            }
        }
    },

    METADATA_IS_WRONG("but was: \"Avatica\"") {
        @Override
        void mended(Side side) throws Exception {
            try (Connection connection = side.connect()) {
                DatabaseMetaData metadata = connection.getMetaData();
                assertThat(metadata.getDatabaseProductName()).isEqualTo("Tidemark");
                assertThat(metadata.getDriverName()).isEqualTo("Tidemark JDBC driver");
                assertThat(metadata.storesMixedCaseIdentifiers()).isTrue();
                assertThat(metadata.getStringFunctions()).contains("SUBSTRING").contains("REGEXP_REPLACE");
                assertThat(metadata.supportsResultSetType(ResultSet.TYPE_SCROLL_INSENSITIVE))
                        .isFalse();
                try (ResultSet types = metadata.getTypeInfo()) {
                    types.findColumn("NULLABLE");
                }
            }
        }
    },

    FEATURES_ARE_MISSING("SQLFeatureNotSupportedException") {
        @Override
        void mended(Side side) throws Exception {
            try (Connection connection = side.connect();
                    PreparedStatement statement = connection.prepareStatement("SELECT CAST(? AS DATE) AS d")) {
                statement.setPoolable(true);
                statement.setEscapeProcessing(true);
                statement.setObject(1, LocalDate.of(2024, 2, 29));
                try (ResultSet rows = statement.executeQuery()) {
                    rows.next();
                    assertThat(rows.getObject(1, LocalDate.class)).isEqualTo(LocalDate.of(2024, 2, 29));
                    assertThat(rows.getObject(1, String.class)).isEqualTo("2024-02-29");
                }
                assertThat(statement.getGeneratedKeys().next()).isFalse();
                assertThat(connection.nativeSQL("SELECT 1")).isEqualTo("SELECT 1");
                assertThat(connection.getTypeMap()).isEmpty();
                connection.setClientInfo("ApplicationName", "a test");
                assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("a test");
                connection.abort(Runnable::run);
                assertThat(connection.isClosed()).isTrue();
            }
        }
    },

    TIMES_LOSE_THEIR_FRACTIONS("but was: \"2024-02-29 12:30:15.12300") {
        @Override
        void mended(Side side) throws Exception {
            try (Connection connection = side.connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT CAST('2024-02-29 12:30:15.123456' AS TIMESTAMP(6)) AS micros,"
                                    + " CAST('2024-02-29 12:30:15.1' AS TIMESTAMP(3)) AS millis,"
                                    + " CAST('12:30:15' AS TIME(0)) AS seconds")) {
                rows.next();
                assertThat(rows.getString("micros")).isEqualTo("2024-02-29 12:30:15.123456");
                assertThat(rows.getString("millis")).isEqualTo("2024-02-29 12:30:15.100");
                assertThat(rows.getString("seconds")).isEqualTo("12:30:15");
                assertThat(rows.getTimestamp("micros").getNanos()).isEqualTo(123_456_000);
            }
        }
    },

    KEYS_INDEXES_AND_FUNCTIONS_ARE_NOT_TOLD("Expecting value to be true but was false") {
        @Override
        void mended(Side side) throws Exception {
            try (Connection connection = side.connect()) {
                DatabaseMetaData metadata = connection.getMetaData();
                try (ResultSet keys = metadata.getPrimaryKeys(null, null, "many")) {
                    assertThat(keys.next()).isTrue();
                    assertThat(keys.getString("COLUMN_NAME")).isEqualTo("n");
                }
                assertThat(readAll(metadata.getIndexInfo(null, null, "many", false, true)))
                        .isPositive();
                assertThat(readAll(metadata.getFunctions(null, null, "SUBSTR%")))
                        .isPositive();
            }
        }
    };

    private final String failure;

    Fault(String failure) {
        this.failure = failure;
    }

    /** What comes of it on a driver that has the fault: a part of the exception. A TimeoutException is a wait in vain. */
    String failure() {
        return failure;
    }

    /** Whether it shows in a wait that is in vain. */
    boolean isWait() {
        return failure.equals("TimeoutException");
    }

    /** What a driver without the fault does; fails on one with it. */
    abstract void mended(Side side) throws Exception;

    private static int readAll(ResultSet rows) throws SQLException {
        int count = 0;
        while (rows.next()) {
            count++;
        }
        rows.close();
        return count;
    }
}
