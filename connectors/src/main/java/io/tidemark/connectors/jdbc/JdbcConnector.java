package io.tidemark.connectors.jdbc;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.Lookup;
import io.tidemark.runtime.connector.LookupConnector;
import io.tidemark.runtime.connector.LookupSpec;
import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkCapabilities;
import io.tidemark.runtime.connector.SinkConnector;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * Rows to the tables of other databases, and rows of them that are looked up. See {@code JdbcSink} for what is promised.
 *
 * <p><b>Errors</b>: EXTERNAL_UNREACHABLE where the database does not answer; EXTERNAL_NOT_FOUND and TYPE_MISMATCH, naming table and column,
 * where the table is not as declared.
 */
public final class JdbcConnector implements SinkConnector, LookupConnector {

    private static final String SCHEME = "jdbc:";

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public List<Option> sinkOptions() {
        return JdbcOptions.sink();
    }

    @Override
    public SinkCapabilities capabilities(Options options, boolean keyed) {
        Set<OutputMode> modes = keyed
                ? Set.of(OutputMode.APPEND, OutputMode.UPDATE, OutputMode.COMPLETE)
                : Set.of(OutputMode.APPEND, OutputMode.COMPLETE);
        return new SinkCapabilities(modes, keyed, false, true, Duration.ZERO);
    }

    @Override
    public void validateSink(SinkSpec spec) {
        String url = spec.options().text(JdbcOptions.URL);
        if (!url.startsWith(SCHEME)) {
            throw CodedException.invalidOption(
                    JdbcOptions.URL, JdbcErrors.shown(url), "an address that begins with " + SCHEME);
        }
        if (spec.options().text(JdbcOptions.TABLE).isBlank()) {
            throw CodedException.invalidOption(JdbcOptions.TABLE, "", "the name of a table");
        }
        requireAtLeast(1, JdbcOptions.MAX_ROWS, spec.options());
        for (Field field : spec.schema().fields()) {
            refuseType(field.name(), field.type());
        }
        driver(spec.options());
    }

    private static void requireAtLeast(long least, String name, Options options) {
        if (options.integer(name) < least) {
            throw CodedException.invalidOption(name, options.text(name), "at least " + least);
        }
    }

    private static void refuseType(String name, DataType type) {
        if (type.kind() == TypeKind.ARRAY) {
            throw CodedException.unsupported("column \"" + name + "\" of type " + type + " in connector \"jdbc\"");
        }
        if (type.kind() == TypeKind.INTERVAL_MONTHS || type.kind() == TypeKind.INTERVAL_MICROS) {
            throw CodedException.unsupported("column \"" + name + "\" of an interval type in connector \"jdbc\"");
        }
    }

    /** The driver for an address. */
    private static Driver driver(Options options) {
        String url = options.text(JdbcOptions.URL);
        String wanted = options.find(JdbcOptions.DRIVER).orElse("");
        List<Driver> drivers = DriverManager.drivers()
                .filter(driver ->
                        wanted.isEmpty() || driver.getClass().getName().equals(wanted))
                .toList();
        if (drivers.isEmpty()) {
            List<String> known = DriverManager.drivers()
                    .map(driver -> driver.getClass().getName())
                    .sorted()
                    .toList();
            throw CodedException.invalidOption(
                    JdbcOptions.DRIVER, wanted, "a driver on the class path: " + String.join(", ", known));
        }
        for (Driver driver : drivers) {
            try {
                if (driver.acceptsURL(url)) {
                    return driver;
                }
            } catch (SQLException e) {
                throw CodedException.invalidOption(
                                JdbcOptions.URL, JdbcErrors.shown(url), "an address that its driver takes")
                        .cause(e);
            }
        }
        throw CodedException.of(
                        ErrorCode.INVALID_OPTION, "no driver takes the address \"" + JdbcErrors.shown(url) + "\"")
                .hint("put the database's JDBC driver on the server's class path, or correct the option \""
                        + JdbcOptions.URL + "\"");
    }

    @Override
    public EpochSink openSink(SinkSpec spec) {
        SqlDialect dialect = SqlDialect.of(spec.options().text(JdbcOptions.URL));
        Driver driver = driver(spec.options());
        return new JdbcSink(spec, () -> JdbcSession.open(connect(driver, dialect, spec.options()), spec, dialect));
    }

    private static Connection connect(Driver driver, SqlDialect dialect, Options options) throws SQLException {
        Properties properties = new Properties();
        options.find(JdbcOptions.USERNAME).ifPresent(user -> properties.setProperty("user", user));
        options.find(JdbcOptions.PASSWORD).ifPresent(word -> properties.setProperty("password", word));
        Connection connection = driver.connect(dialect.connectionUrl(options.text(JdbcOptions.URL)), properties);
        if (connection == null) {
            throw new SQLException("driver " + driver.getClass().getName() + " does not take the address");
        }
        return connection;
    }

    @Override
    public List<Option> lookupOptions() {
        return JdbcOptions.lookup();
    }

    @Override
    public void validateLookup(Options options) {
        requireAtLeast(0, JdbcOptions.CACHE_ROWS, options);
    }

    @Override
    public Lookup openLookup(LookupSpec spec) {
        SqlDialect dialect = SqlDialect.of(spec.options().text(JdbcOptions.URL));
        Driver driver = driver(spec.options());
        SinkSpec table = new SinkSpec(
                "lookup",
                spec.relation(),
                spec.schema(),
                List.of(),
                OutputMode.APPEND,
                spec.options(),
                spec.zone(),
                Map.of());
        return new JdbcLookup(spec, () -> {
            Connection connection = connect(driver, dialect, spec.options());
            try {
                return new JdbcLookup.Session(connection, new TableFinder(connection, dialect, table).findToRead());
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        });
    }
}
