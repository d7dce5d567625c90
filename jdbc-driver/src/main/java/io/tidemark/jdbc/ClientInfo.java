package io.tidemark.jdbc;

import io.tidemark.jdbc.error.Failures;
import java.sql.ClientInfoStatus;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What a client says of itself: the three properties that JDBC names. They are told to the server when the connection opens, as {@code
 * applicationName}, {@code clientUser} and {@code clientHostname}; the first one also when it changes. Thread-safe.
 */
final class ClientInfo {

    private static final List<ConnectProperty> PROPERTIES =
            List.of(ConnectProperty.APPLICATION_NAME, ConnectProperty.CLIENT_USER, ConnectProperty.CLIENT_HOSTNAME);

    private final Map<ConnectProperty, String> values = new LinkedHashMap<>();

    ClientInfo(Properties given) {
        PROPERTIES.forEach(property -> {
            String value = given.getProperty(property.key());
            if (value != null) {
                values.put(property, value);
            }
        });
    }

    /** JDBC spells the names with a capital letter; any case will do. */
    private static Optional<ConnectProperty> named(String name) {
        return PROPERTIES.stream()
                .filter(property -> property.key().equalsIgnoreCase(name))
                .findFirst();
    }

    private static String standardName(ConnectProperty property) {
        return Character.toUpperCase(property.key().charAt(0)) + property.key().substring(1);
    }

    /** The name as JDBC spells it, or as given if it is none of the three. */
    static String standardName(String name) {
        return named(name).map(ClientInfo::standardName).orElse(name);
    }

    synchronized void set(String name, @Nullable String value) throws SQLClientInfoException {
        ConnectProperty property = named(name).orElseThrow(() -> unknown(name));
        if (value == null) {
            values.remove(property);
        } else {
            values.put(property, value);
        }
    }

    /** Takes all of the properties, or none if one is unknown. */
    synchronized void replace(Properties given) throws SQLClientInfoException {
        for (String name : given.stringPropertyNames()) {
            if (!named(name).isPresent()) {
                throw unknown(name);
            }
        }
        values.clear();
        for (String name : given.stringPropertyNames()) {
            set(name, given.getProperty(name));
        }
    }

    synchronized Properties all() {
        Properties all = new Properties();
        values.forEach((property, value) -> all.setProperty(standardName(property), value));
        return all;
    }

    /** What the server is told. */
    synchronized Map<String, String> told() {
        Map<String, String> told = new LinkedHashMap<>();
        values.forEach((property, value) -> told.put(property.key(), value));
        return told;
    }

    /** What the program calls itself; empty if it doesn't. */
    synchronized String program() {
        return values.getOrDefault(ConnectProperty.APPLICATION_NAME, "");
    }

    /** Tells the server what the program calls itself, if that is not what it was: it is shown to those who ask who is connected. */
    void tellProgram(String before, AsideStatements server, Duration timeout) throws SQLClientInfoException {
        String program = program();
        if (program.equals(before)) {
            return;
        }
        try {
            server.execute("CLIENT PROGRAM '" + program.replace("'", "''") + "'", timeout);
        } catch (SQLException e) {
            // Else it is told when the connection is opened again.
            if (!Failures.isUnknownConnection(e)) {
                throw notTold(e);
            }
        }
    }

    private static SQLClientInfoException notTold(SQLException cause) {
        return new SQLClientInfoException(
                cause.getMessage(),
                cause.getSQLState(),
                cause.getErrorCode(),
                Collections.singletonMap("ApplicationName", ClientInfoStatus.REASON_UNKNOWN),
                cause);
    }

    private static SQLClientInfoException unknown(String name) {
        return new SQLClientInfoException(
                "there is no client information \"" + name
                        + "\"; there are ApplicationName, ClientUser and ClientHostname",
                "0A000",
                Collections.singletonMap(String.valueOf(name), ClientInfoStatus.REASON_UNKNOWN_PROPERTY));
    }
}
