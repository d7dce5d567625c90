package io.tidemark.jdbc;

import io.tidemark.jdbc.error.EncryptionFailures;
import io.tidemark.jdbc.error.Failures;
import io.tidemark.jdbc.tls.TlsOptions;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.BuiltInConnectionProperty;

/**
 * Where a connection goes and with what properties.
 *
 * <p><b>Shape</b>: {@code jdbc:tidemark://host[:port][/schema][;key=value…]}, or {@code ?key=value&key=value} after the schema.
 * {@code jdbc:tidemark:embedded:directory} is a server in this process. Values in the URL are percent-decoded and win over the {@code Properties}.
 *
 * <p><b>Errors</b>: 08001 for a URL that cannot be read, with what was expected.
 */
final class ConnectUrl {

    static final String PREFIX = "jdbc:tidemark:";

    /** Tells the server from which number on it is to count the statements of a connection. */
    static final String FIRST_STATEMENT = "statement.first";

    private static final String EMBEDDED = "embedded:";
    private static final int DEFAULT_PORT = 7474;
    private static final int GREATEST_PORT = 65_535;
    private static final String DEFAULT_FETCH_SIZE = "20000";
    private static final String SHAPE = "jdbc:tidemark://host:port[/schema][;property=value...]";

    private static final List<String> CONFIDENTIAL =
            List.of(ConnectProperty.PASSWORD.key(), ConnectProperty.SSL_TRUST_STORE_PASSWORD.key());

    private static final List<ConnectProperty> TRUST = List.of(
            ConnectProperty.SSL_ROOT_CERT, ConnectProperty.SSL_TRUST_STORE, ConnectProperty.SSL_TRUST_STORE_PASSWORD);

    private final String host;
    private final int port;
    private final Properties properties;

    private ConnectUrl(String host, int port, Properties properties) {
        this.host = host;
        this.port = port;
        this.properties = properties;
    }

    static ConnectUrl parse(String url, Properties info) throws SQLException {
        String rest = url.substring(PREFIX.length());
        if (rest.startsWith(EMBEDDED)) {
            return embedded(url, rest.substring(EMBEDDED.length()), info);
        }
        if (!rest.startsWith("//")) {
            throw malformed(url, "it does not begin with \"jdbc:tidemark://\"");
        }
        int end = firstOf(rest, ";?");
        Properties properties = properties(url, rest, end, info);
        URI address = address(url, rest.substring(0, end));
        if (address.getPort() == 0 || address.getPort() > GREATEST_PORT) {
            throw malformed(url, "its port is " + address.getPort() + ", but ports go from 1 to " + GREATEST_PORT);
        }
        String schema = address.getPath() == null ? "" : address.getPath().replaceFirst("^/", "");
        if (!schema.isEmpty()) {
            properties.setProperty(ConnectProperty.SCHEMA.key(), schema);
        }
        requireFlag(ConnectProperty.SSL, properties);
        requireFlag(ConnectProperty.SSL_VERIFY_HOST, properties);
        requireEncryption(properties);
        return new ConnectUrl(address.getHost(), address.getPort() < 0 ? DEFAULT_PORT : address.getPort(), properties);
    }

    /** A server in this process; its directory is a part of the URL or a property. */
    private static ConnectUrl embedded(String url, String rest, Properties info) throws SQLException {
        int end = firstOf(rest, ";?");
        Properties properties = properties(url, rest, end, info);
        String directory = decode(url, "the directory", rest.substring(0, end));
        if (!directory.isEmpty()) {
            properties.setProperty(ConnectProperty.DATA_DIRECTORY.key(), directory);
        }
        if (properties.getProperty(ConnectProperty.DATA_DIRECTORY.key(), "").isEmpty()) {
            throw malformed(url, "it names no directory: \"jdbc:tidemark:embedded:directory\"");
        }
        return new ConnectUrl(EMBEDDED, 0, properties);
    }

    /** The properties given, those of the URL on top. */
    private static Properties properties(String url, String rest, int end, Properties info) throws SQLException {
        Properties properties = new Properties();
        info.stringPropertyNames().forEach(name -> properties.setProperty(canonical(name), info.getProperty(name)));
        if (end < rest.length()) {
            parseProperties(url, rest.charAt(end) == '?' ? "&" : ";", rest.substring(end + 1), properties);
        }
        requireNumber(ConnectProperty.FETCH_SIZE, properties);
        requireNumber(ConnectProperty.SOCKET_TIMEOUT, properties);
        return properties;
    }

    /** {@code host:port} or {@code embedded:directory}, as error messages name the server. */
    String server() {
        return embeddedDirectory().map(directory -> host + directory).orElse(host + ":" + port);
    }

    /** The data directory of a server in this process; nothing for one elsewhere. */
    Optional<String> embeddedDirectory() {
        return host.equals(EMBEDDED)
                ? Optional.of(properties.getProperty(ConnectProperty.DATA_DIRECTORY.key()))
                : Optional.empty();
    }

    /** The settings of a server in this process. */
    Map<String, String> serverSettings() {
        Map<String, String> settings = new HashMap<>();
        properties.stringPropertyNames().stream()
                .filter(name -> name.startsWith(ConnectProperty.CONFIG_PREFIX))
                .forEach(name -> settings.put(
                        name.substring(ConnectProperty.CONFIG_PREFIX.length()), properties.getProperty(name)));
        return settings;
    }

    Properties properties() {
        return properties;
    }

    /** What the server is told when the connection opens; who connects, it learns from {@link #authorization}. */
    Map<String, String> sessionProperties() {
        Map<String, String> session = new HashMap<>();
        properties.stringPropertyNames().stream()
                .filter(name -> !CONFIDENTIAL.contains(name))
                .forEach(name -> session.put(name, properties.getProperty(name)));
        return session;
    }

    /** The value of the header Authorization, if there is a user. Fails if it would carry a password over a network in the clear. */
    Optional<String> authorization() throws SQLException {
        String user = properties.getProperty(ConnectProperty.USER.key(), "");
        String password = properties.getProperty(ConnectProperty.PASSWORD.key(), "");
        if (user.isEmpty() || embeddedDirectory().isPresent()) {
            return Optional.empty();
        }
        if (!password.isEmpty() && !tls().isPresent() && !isLoopback()) {
            throw EncryptionFailures.passwordInTheClear(server());
        }
        byte[] credentials = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return Optional.of("Basic " + Base64.getEncoder().encodeToString(credentials));
    }

    /** Whom to trust, if the connection is to be encrypted. */
    Optional<TlsOptions> tls() {
        return flag(ConnectProperty.SSL, properties)
                ? Optional.of(new TlsOptions(
                        text(ConnectProperty.SSL_ROOT_CERT),
                        text(ConnectProperty.SSL_TRUST_STORE),
                        text(ConnectProperty.SSL_TRUST_STORE_PASSWORD),
                        !text(ConnectProperty.SSL_VERIFY_HOST).equalsIgnoreCase("false")))
                : Optional.empty();
    }

    private String text(ConnectProperty property) {
        return properties.getProperty(property.key(), "");
    }

    private static boolean flag(ConnectProperty property, Properties properties) {
        return properties.getProperty(property.key(), "").equalsIgnoreCase("true");
    }

    private boolean isLoopback() throws SQLException {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw Failures.unreachable(server(), e);
        }
    }

    /** What Avatica's client is configured with: the address, our transport, and the frame size. */
    Properties avaticaProperties() {
        Properties avatica = new Properties();
        String user = properties.getProperty(ConnectProperty.USER.key());
        if (user != null) {
            avatica.setProperty(ConnectProperty.USER.key(), user);
        }
        avatica.setProperty(
                BuiltInConnectionProperty.URL.camelName(),
                (tls().isPresent() ? "https://" : "http://") + host + ":" + port + "/");
        avatica.setProperty(BuiltInConnectionProperty.FACTORY.camelName(), WireServiceFactory.class.getName());
        // A statement that the server does not know is made again once.
        avatica.setProperty(AvaticaConnection.NUM_EXECUTE_RETRIES_KEY, "2");
        avatica.setProperty(
                BuiltInConnectionProperty.FETCH_SIZE.camelName(),
                properties.getProperty(ConnectProperty.FETCH_SIZE.key(), DEFAULT_FETCH_SIZE));
        return avatica;
    }

    int socketTimeoutSeconds() {
        return Integer.parseInt(properties.getProperty(ConnectProperty.SOCKET_TIMEOUT.key(), "0"));
    }

    private static URI address(String url, String text) throws SQLException {
        try {
            URI address = new URI("tidemark:" + text);
            if (address.getHost() == null) {
                throw malformed(url, "it names no host, or its port is not a number");
            }
            return address;
        } catch (URISyntaxException e) {
            throw malformed(url, e.getReason().toLowerCase(Locale.ROOT));
        }
    }

    private static void parseProperties(String url, String separator, String text, Properties into)
            throws SQLException {
        Set<String> given = new HashSet<>();
        String before = "";
        for (String pair : text.split(separator, -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = decode(url, "the name of a property", pair.substring(0, Math.max(0, equals)));
            if (CONFIDENTIAL.contains(before) && !isKnown(name)) {
                // It may be the rest of a password, which is not repeated.
                throw malformed(
                        url,
                        "what follows property \"" + before + "\" is not property=value; a \"" + separator
                                + "\" in a value is written as " + (separator.equals(";") ? "%3B" : "%26"));
            }
            if (equals < 1) {
                throw malformed(url, "\"" + pair + "\" is not property=value");
            }
            if (!isKnown(name)) {
                throw malformed(
                        url,
                        "there is no property \"" + name + "\"; known are " + String.join(", ", ConnectProperty.names())
                                + " and set.<setting>");
            }
            before = canonical(name);
            if (!given.add(before)) {
                throw malformed(url, "property \"" + before + "\" is given twice");
            }
            into.setProperty(before, decode(url, "property \"" + before + "\"", pair.substring(equals + 1)));
        }
    }

    private static boolean isKnown(String name) {
        return ConnectProperty.named(name).isPresent()
                || name.startsWith(ConnectProperty.SETTING_PREFIX)
                || name.startsWith(ConnectProperty.CONFIG_PREFIX);
    }

    private static String canonical(String name) {
        return ConnectProperty.named(name).map(ConnectProperty::key).orElse(name);
    }

    /** Percent-decodes; a plus sign stays one, because passwords have them more often than URLs mean blanks. */
    private static String decode(String url, String what, String text) throws SQLException {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw malformed(
                    url, what + " has a % that two hexadecimal digits do not follow; a % itself is written as %25");
        }
    }

    /** Certificates to trust are of use to encrypted connections alone: whoever names them must not get another one. */
    private static void requireEncryption(Properties properties) throws SQLException {
        if (flag(ConnectProperty.SSL, properties)) {
            return;
        }
        for (ConnectProperty trust : TRUST) {
            if (!properties.getProperty(trust.key(), "").isEmpty()) {
                throw Failures.connect("property \"" + trust.key() + "\" is given, but the connection would not be"
                        + " encrypted; add ssl=true, or leave \"" + trust.key() + "\" out");
            }
        }
    }

    private static void requireNumber(ConnectProperty property, Properties properties) throws SQLException {
        String value = properties.getProperty(property.key(), "0");
        if (!value.matches("[0-9]{1,9}")) {
            throw Failures.connect("property \"" + property.key() + "\" is \"" + value + "\", expected a whole number");
        }
    }

    private static void requireFlag(ConnectProperty property, Properties properties) throws SQLException {
        String value = properties.getProperty(property.key(), "true");
        if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
            throw Failures.connect("property \"" + property.key() + "\" is \"" + value + "\", expected true or false");
        }
    }

    private static int firstOf(String text, String characters) {
        int at = 0;
        while (at < text.length() && characters.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private static SQLException malformed(String url, String reason) {
        int end = firstOf(url, ";?");
        return Failures.connect(
                "cannot read the URL \"" + url.substring(0, end) + "\": " + reason + ". Expected " + SHAPE);
    }
}
