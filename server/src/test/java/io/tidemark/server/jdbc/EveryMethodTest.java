package io.tidemark.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.ServerFixture;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every public method of the interfaces of JDBC gives a right answer or is refused with SQLFeatureNotSupportedException; the answers are in
 * {@code jdbc/*.txt}. {@code -Dgolden.update=true} writes what was found into the files.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryMethodTest {

    private static final String SELECT =
            "SELECT id, name, flag, price, made, clock, at_, data, list, url, ratio FROM items";
    private static final String UPDATE = "UPDATE items SET name = 'none' WHERE id = -1";

    @TempDir
    static Path directory;

    private ServerFixture server;
    private Connection connection;
    private TimeZone zone;

    @BeforeAll
    void start() throws SQLException {
        zone = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        server = new ServerFixture(directory.resolve("data"));
        server.execute("CREATE TABLE items (id INT NOT NULL, name STRING, flag BOOLEAN, price DECIMAL(8,2), made DATE,"
                + " clock TIME(3), at_ TIMESTAMP(6), data VARBINARY, list INT ARRAY, url STRING, ratio DOUBLE,"
                + " PRIMARY KEY (id))");
        server.execute("CREATE INDEX by_name ON items (name, price)");
        server.execute("INSERT INTO items VALUES (7, 'seven', TRUE, 12.50, DATE '2024-02-29', TIME '12:30:15.250',"
                + " TIMESTAMP '2024-02-29 12:30:15.123456', X'0102', ARRAY[1, NULL], 'http://localhost/', 0.5)");
        connection = server.connect();
    }

    @AfterAll
    void stop() throws SQLException {
        TimeZone.setDefault(zone);
        connection.close();
        server.close();
    }

    private static <T> EveryMethod<T> calls(Class<T> type, EveryMethod.Source<T> source) {
        return new EveryMethod<>(type, source)
                .argument(int.class, 1)
                .argument(long.class, 1L)
                .argument(boolean.class, true)
                .argument(byte.class, (byte) 1)
                .argument(short.class, (short) 1)
                .argument(float.class, 1.5f)
                .argument(double.class, 1.5)
                .argument(byte[].class, new byte[] {1, 2})
                .argument(BigDecimal.class, new BigDecimal("1.5"))
                .argument(Date.class, Date.valueOf("2024-02-29"))
                .argument(Time.class, Time.valueOf("12:30:15"))
                .argument(Timestamp.class, Timestamp.valueOf("2024-02-29 12:30:15.123456"))
                .argument(Calendar.class, new GregorianCalendar(TimeZone.getTimeZone("UTC")))
                .argument(Object.class, "object")
                .argument(InputStream.class, new ByteArrayInputStream(new byte[] {65, 66}))
                .argument(Reader.class, new StringReader("text"))
                .argument(URL.class, url())
                .argument(SQLType.class, JDBCType.VARCHAR)
                .argument(Map.class, Map.of())
                .argument(Properties.class, new Properties())
                .argument(Executor.class, (Executor) Runnable::run)
                .argument(Class.class, type)
                .arguments("isWrapperFor(Class)", type)
                .arguments("unwrap(Class)", type);
    }

    private static URL url() {
        try {
            return URI.create("http://localhost/").toURL();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void databaseMetaData() throws Exception {
        EveryMethod<DatabaseMetaData> calls = calls(DatabaseMetaData.class, method -> connection.getMetaData())
                .texts(method -> null)
                .arguments("getTables(String, String, String, String[])", null, "public", "%", new String[] {"TABLE"})
                .arguments("getColumns(String, String, String, String)", null, "public", "items", "%")
                .arguments("getPrimaryKeys(String, String, String)", null, "public", "items")
                .arguments(
                        "getIndexInfo(String, String, String, boolean, boolean)", null, "public", "items", false, true)
                .arguments(
                        "getBestRowIdentifier(String, String, String, int, boolean)", null, "public", "items", 2, true)
                .arguments("getFunctions(String, String, String)", null, null, "SUBSTRING")
                .arguments("getSchemas(String, String)", "tidemark", "PUB%")
                .arguments("supportsConvert(int, int)", Types.INTEGER, Types.VARCHAR)
                .arguments("supportsTransactionIsolationLevel(int)", Connection.TRANSACTION_REPEATABLE_READ)
                .arguments("supportsResultSetType(int)", ResultSet.TYPE_FORWARD_ONLY)
                .arguments(
                        "supportsResultSetConcurrency(int, int)",
                        ResultSet.TYPE_FORWARD_ONLY,
                        ResultSet.CONCUR_READ_ONLY)
                .hide("getURL()", "the URL")
                .hide("getDatabaseProductVersion()", "the version")
                .hide("getDriverVersion()", "the version")
                .hide("getSchemas()", "the schemas")
                .hide("getSQLKeywords()", "the keywords")
                .hide("getNumericFunctions()", "the functions of numbers")
                .hide("getStringFunctions()", "the functions of text")
                .hide("getTimeDateFunctions()", "the functions of times")
                .hide("getSystemFunctions()", "the other functions");
        assertMatches("DatabaseMetaData", calls.lines());
    }

    @Test
    void connection() throws Exception {
        List<Connection> opened = new ArrayList<>();
        EveryMethod<Connection> calls = calls(Connection.class, method -> {
                    Connection fresh = server.connect();
                    fresh.setAutoCommit(!method.getName().matches("commit|rollback"));
                    opened.add(fresh);
                    return fresh;
                })
                .texts(method -> switch (method.getName()) {
                    case "setSchema" -> "public";
                    case "setCatalog" -> "tidemark";
                    case "getClientInfo" -> "ApplicationName";
                    default -> SELECT;
                })
                .arguments("setClientInfo(String, String)", "ApplicationName", "test")
                .arguments("setTransactionIsolation(int)", Connection.TRANSACTION_READ_COMMITTED)
                .arguments("setNetworkTimeout(Executor, int)", (Executor) Runnable::run, 60_000)
                .arguments("createStatement(int, int)", ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)
                .arguments("createStatement(int, int, int)", ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, 1)
                .arguments("prepareStatement(String, int)", SELECT, Statement.NO_GENERATED_KEYS)
                .arguments(
                        "prepareStatement(String, int, int)",
                        SELECT,
                        ResultSet.TYPE_FORWARD_ONLY,
                        ResultSet.CONCUR_READ_ONLY)
                .arguments(
                        "prepareStatement(String, int, int, int)",
                        SELECT,
                        ResultSet.TYPE_FORWARD_ONLY,
                        ResultSet.CONCUR_READ_ONLY,
                        1);
        assertMatches("Connection", calls.lines());
        for (Connection each : opened) {
            each.close();
        }
    }

    @Test
    void statement() throws Exception {
        EveryMethod<Statement> calls = calls(Statement.class, method -> connection.createStatement())
                .texts(EveryMethodTest::statementText)
                .argument(int.class, Statement.NO_GENERATED_KEYS)
                .arguments("setFetchDirection(int)", ResultSet.FETCH_FORWARD)
                .arguments("setMaxFieldSize(int)", 0)
                .arguments("enquoteIdentifier(String, boolean)", "a \"name\"", true)
                .arguments("enquoteLiteral(String)", "it's")
                .arguments("enquoteNCharLiteral(String)", "it's")
                .arguments("isSimpleIdentifier(String)", "name");
        assertMatches("Statement", calls.lines());
    }

    private static String statementText(Method method) {
        return method.getName().contains("Update") || method.getName().equals("addBatch") ? UPDATE : SELECT;
    }

    @Test
    void preparedStatement() throws Exception {
        EveryMethod<PreparedStatement> calls = calls(PreparedStatement.class, this::prepared)
                .texts(method -> method.getName().startsWith("set") ? "text" : statementText(method))
                .arguments("setFetchDirection(int)", ResultSet.FETCH_FORWARD)
                .arguments("setMaxFieldSize(int)", 0)
                .arguments("setNull(int, int)", 1, Types.VARCHAR)
                .arguments("setNull(int, int, String)", 1, Types.VARCHAR, "VARCHAR")
                .arguments("setObject(int, Object, int)", 1, "object", Types.VARCHAR)
                .arguments("setObject(int, Object, int, int)", 1, "object", Types.VARCHAR, 0)
                .arguments("enquoteIdentifier(String, boolean)", "a name", false)
                .arguments("getMoreResults(int)", Statement.CLOSE_CURRENT_RESULT);
        assertMatches("PreparedStatement", calls.lines());
    }

    private PreparedStatement prepared(Method method) throws SQLException {
        boolean updates =
                method.getName().contains("Update") || method.getName().contains("Batch");
        PreparedStatement statement = connection.prepareStatement(
                updates ? "UPDATE items SET name = ? WHERE id = -1" : "SELECT CAST(? AS VARCHAR) AS given");
        if (!method.getName().startsWith("set")) {
            statement.setString(1, "given");
        }
        if (method.getName().contains("executeBatch") || method.getName().contains("executeLargeBatch")) {
            statement.addBatch();
        }
        return statement;
    }

    @Test
    void resultSet() throws Exception {
        EveryMethod<ResultSet> calls = calls(ResultSet.class, method -> row())
                .texts(EveryMethodTest::column)
                .argument(Class.class, Long.class)
                .arguments("setFetchDirection(int)", ResultSet.FETCH_FORWARD)
                .arguments("findColumn(String)", "PRICE")
                .arguments("getArray(int)", 9)
                .arguments("getBinaryStream(int)", 8)
                .arguments("getBytes(int)", 8)
                .arguments("getURL(int)", 10)
                .arguments("getDate(int)", 5)
                .arguments("getDate(int, Calendar)", 5, new GregorianCalendar(TimeZone.getTimeZone("GMT+1")))
                .arguments("getTime(int)", 6)
                .arguments("getTime(int, Calendar)", 6, new GregorianCalendar(TimeZone.getTimeZone("GMT+1")))
                .arguments("getTimestamp(int)", 7)
                .arguments("getTimestamp(int, Calendar)", 7, new GregorianCalendar(TimeZone.getTimeZone("GMT+1")));
        assertMatches("ResultSet", calls.lines());
    }

    private ResultSet row() throws SQLException {
        Statement statement = connection.createStatement();
        statement.closeOnCompletion();
        ResultSet rows = statement.executeQuery(SELECT);
        rows.next();
        return rows;
    }

    private static String column(Method method) {
        Class<?> type = method.getReturnType();
        if (type == Array.class) {
            return "list";
        }
        if (type == byte[].class || method.getName().equals("getBinaryStream")) {
            return "data";
        }
        if (type == URL.class) {
            return "url";
        }
        if (type == Date.class) {
            return "made";
        }
        if (type == Time.class) {
            return "clock";
        }
        if (type == Timestamp.class) {
            return "at_";
        }
        return type == boolean.class ? "flag" : "id";
    }

    @Test
    void resultSetMetaData() throws Exception {
        List<String> lines = new ArrayList<>();
        try (ResultSet rows = row()) {
            for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                lines.add("column " + column);
                lines.addAll(calls(ResultSetMetaData.class, method -> rows.getMetaData())
                        .argument(int.class, column)
                        .lines());
            }
        }
        assertMatches("ResultSetMetaData", lines);
    }

    @Test
    void parameterMetaData() throws Exception {
        List<String> lines = new ArrayList<>();
        String sql =
                "SELECT 1 FROM items WHERE id = ? AND name = ? AND price = ? AND at_ = ? AND made = ? AND flag = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int parameter = 1; parameter <= 6; parameter++) {
                lines.add("parameter " + parameter);
                lines.addAll(calls(ParameterMetaData.class, method -> statement.getParameterMetaData())
                        .argument(int.class, parameter)
                        .lines());
            }
        }
        assertMatches("ParameterMetaData", lines);
    }

    private static void assertMatches(String name, List<String> found) throws IOException {
        assertThat(found).noneMatch(line -> line.contains(EveryMethod.WRONG));
        Path file = Path.of("src/test/resources/jdbc", name + ".txt");
        if (Boolean.getBoolean("golden.update")) {
            Files.write(file, found);
        }
        assertThat(String.join("\n", found)).isEqualTo(Files.readString(file).stripTrailing());
    }
}
