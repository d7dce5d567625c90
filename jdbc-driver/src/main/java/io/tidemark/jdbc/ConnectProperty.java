package io.tidemark.jdbc;

import java.sql.DriverPropertyInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/** The properties that a URL or the {@code Properties} of a connection may hold, besides {@code set.<setting>}. */
enum ConnectProperty {
    USER("user", "The user's name."),
    PASSWORD("password", "The user's password."),
    SSL("ssl", "With \"true\", the connection is encrypted with TLS."),
    SSL_ROOT_CERT("sslRootCert", "A PEM file with the certificates to trust, instead of those that Java trusts."),
    SSL_TRUST_STORE("sslTrustStore", "A PKCS12 or JKS file with the certificates to trust."),
    SSL_TRUST_STORE_PASSWORD("sslTrustStorePassword", "The password of the trust store."),
    SSL_VERIFY_HOST("sslVerifyHost", "With \"false\", the server's certificate may be made out to another host."),
    SCHEMA("schema", "The schema in which unqualified names are looked up; also the path of the URL."),
    TIME_ZONE("timeZone", "The session's time zone, which governs TIMESTAMP WITH LOCAL TIME ZONE; UTC unless given."),
    LEX("lex", "With \"java\", names may be quoted with back-ticks, as in Flink."),
    APPLICATION_NAME("applicationName", "The program's name, as the server shows it."),
    CLIENT_USER("clientUser", "The name of the program's user, as the server shows it."),
    CLIENT_HOSTNAME("clientHostname", "The name of the program's machine, as the server shows it."),
    DATA_DIRECTORY("dataDirectory", "The data directory of a server in this process; also what follows \"embedded:\"."),
    FETCH_SIZE("fetchSize", "The greatest number of rows that one message carries; 20000 unless given."),
    SOCKET_TIMEOUT(
            "socketTimeout", "Seconds without any answer after which a call fails; 0, the default, waits for ever.");

    /** Session settings follow this prefix, as in {@code set.query.timeout}. */
    static final String SETTING_PREFIX = "set.";

    /** Settings of a server in this process follow this prefix, as in {@code config.workers.count}. */
    static final String CONFIG_PREFIX = "config.";

    private final String key;
    private final String description;

    ConnectProperty(String key, String description) {
        this.key = key;
        this.description = description;
    }

    String key() {
        return key;
    }

    /** Finds the property by its name in any case, because tools disagree on case. */
    static Optional<ConnectProperty> named(String name) {
        return Arrays.stream(values())
                .filter(property -> property.key.equalsIgnoreCase(name))
                .findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(ConnectProperty::key).collect(Collectors.toList());
    }

    /** What tools show in a dialogue. */
    static DriverPropertyInfo[] describeAll(Properties given) {
        return Arrays.stream(values())
                .map(property -> {
                    DriverPropertyInfo info = new DriverPropertyInfo(property.key, given.getProperty(property.key));
                    info.description = property.description;
                    return info;
                })
                .toArray(DriverPropertyInfo[]::new);
    }
}
