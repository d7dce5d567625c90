package io.tidemark.server.main;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValueFactory;
import io.tidemark.runtime.checkpoint.DurableFiles;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.storage.change.FeedLimits;
import io.tidemark.server.activity.ConnectionLimits;
import io.tidemark.server.avatica.ConnectionTimeouts;
import io.tidemark.server.avatica.EndpointSettings;
import io.tidemark.server.query.UnboundedState;
import io.tidemark.server.secret.SecretKeys;
import io.tidemark.server.security.TlsKey;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.NearestName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The server's settings: the defaults of {@code conf/tidemark.conf}, then a file, then the command line.
 *
 * <p><b>Errors</b>: INVALID_CONFIGURATION naming the setting, the file and the line.
 */
public final class ServerSettings {

    private static final String DEFAULTS = "tidemark.conf";
    /** What fits into one array, and its text into one string. */
    private static final int GREATEST_REQUEST = 1 << 30;

    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final Config config;

    private ServerSettings(Config config) {
        this.config = config;
    }

    /** The defaults alone. */
    public static ServerSettings defaults() {
        return new ServerSettings(defaultConfig());
    }

    private static Config defaultConfig() {
        return ConfigFactory.parseResources(
                ServerSettings.class.getClassLoader(),
                DEFAULTS,
                ConfigParseOptions.defaults().setAllowMissing(false));
    }

    /** These settings with those of a file on top. */
    public ServerSettings withFile(Path file) {
        if (!Files.isReadable(file)) {
            throw CodedException.of(ErrorCode.INVALID_CONFIGURATION, "cannot read the settings file \"" + file + "\"")
                    .hint("name a file that exists after --conf, or leave --conf out");
        }
        try {
            Config given = ConfigFactory.parseFile(file.toFile()).resolve();
            given.entrySet().forEach(entry -> checkKnown(entry.getKey(), "in \"" + file + "\""));
            return new ServerSettings(given.withFallback(config)).checked();
        } catch (ConfigException e) {
            throw invalid(e);
        }
    }

    /** These settings with single ones on top, as the command line gives them. */
    public ServerSettings with(Map<String, String> values) {
        Config changed = config;
        for (Map.Entry<String, String> value : values.entrySet()) {
            checkKnown(value.getKey(), "on the command line");
            changed = changed.withValue(
                    value.getKey(), ConfigValueFactory.fromAnyRef(value.getValue(), "the command line"));
        }
        return new ServerSettings(changed).checked();
    }

    private static void checkKnown(String key, String where) {
        Config defaults = defaultConfig();
        if (!defaults.hasPath(key)) {
            TreeSet<String> known = new TreeSet<>();
            defaults.entrySet().forEach(entry -> known.add(entry.getKey()));
            throw CodedException.of(ErrorCode.INVALID_CONFIGURATION, "unknown setting \"" + key + "\" " + where)
                    .hint(NearestName.hint(key, known, "the settings are"));
        }
    }

    private ServerSettings checked() {
        try {
            host();
            port();
            dataDirectory();
            endpoint();
            connectionLimits();
            workerCount();
            stateShare();
            epochMinInterval();
            epochMaxRows();
            epochMaxBytes();
            epochHistory();
            checkpointInterval();
            maxKeptRows();
            maxKeptRowBytes();
            statementTimeout();
            maxResultBytes();
            insecureListen();
            text("server.tls.key-store");
            text("server.tls.key-store-password");
            text("server.secrets.key");
            text("server.secrets.key-file");
            config.getString("state.unbounded");
        } catch (ConfigException e) {
            throw invalid(e);
        }
        if (port() < 0 || port() > 65_535) {
            throw CodedException.of(ErrorCode.INVALID_CONFIGURATION, "server.port is " + port())
                    .hint("give a port from 0 to 65535");
        }
        if (!(stateShare() > 0 && stateShare() < 1)) {
            throw CodedException.of(ErrorCode.INVALID_CONFIGURATION, "memory.states is " + stateShare())
                    .hint("give a share of the heap, above 0 and below 1");
        }
        if (workerCount() < 0 || workerCount() > Workers.GREATEST) {
            throw CodedException.of(ErrorCode.INVALID_CONFIGURATION, "workers.count is " + workerCount())
                    .hint("give a number from 1 to " + Workers.GREATEST + ", or 0 for one a core");
        }
        checkUnboundedState();
        checkTls();
        checkSecrets();
        checkPositive("epoch.history", epochHistory());
        checkPositive("rows.max-kept", maxKeptRows());
        checkPositive("rows.max-kept-bytes", maxKeptRowBytes());
        checkPositive("epoch.max-rows", epochMaxRows());
        checkPositive("epoch.max-bytes", epochMaxBytes());
        checkPositive("statement.max-memory", maxResultBytes());
        checkPositive("transaction.max-rows", maxTransactionRows());
        checkPositive("server.connection-idle-timeout", endpoint().timeouts().connectionIdle());
        checkPositive("server.result-idle-timeout", endpoint().timeouts().resultIdle());
        checkPositive("server.max-connections", connectionLimits().connections());
        checkPositive("server.max-connections-per-user", connectionLimits().connectionsPerUser());
        checkPositive("server.max-statements-per-connection", endpoint().statementsPerConnection());
        checkPositive("server.max-running-statements", endpoint().runningStatements());
        checkPositive("server.max-request-size", endpoint().requestBytes());
        checkPositive("server.request-timeout", endpoint().requestTimeout());
        checkPositive("push.max-waiting-rows", feedLimits().waitingRows());
        checkPositive("audit.max-file-size", auditFileBytes());
        checkPositive("push.kept-rows", feedLimits().keptRows());
        checkPositive("checkpoint.interval", checkpointInterval());
        checkNotNegative("epoch.min-interval", epochMinInterval());
        checkNotNegative("statement.timeout", statementTimeout());
        return this;
    }

    private void checkUnboundedState() {
        try {
            unboundedState();
        } catch (CodedException e) {
            throw refused("state.unbounded", "give warn or reject").cause(e);
        }
    }

    private void checkTls() {
        boolean certificate = text("server.tls.certificate").isPresent();
        if (certificate != text("server.tls.private-key").isPresent()) {
            throw refused(
                    certificate ? "server.tls.private-key" : "server.tls.certificate",
                    "give server.tls.certificate and server.tls.private-key together");
        }
        if (certificate && text("server.tls.key-store").isPresent()) {
            throw refused("server.tls.key-store", "give either a key store or a certificate with its key");
        }
    }

    private void checkSecrets() {
        text("server.secrets.key").ifPresent(SecretKeys::requireKey);
        if (text("server.secrets.key").isPresent()
                && text("server.secrets.key-file").isPresent()) {
            throw refused("server.secrets.key-file", "give either the key or a file that has it");
        }
    }

    private void checkPositive(String setting, long value) {
        if (value < 1) {
            throw refused(setting, "give a number of at least 1");
        }
    }

    private void checkPositive(String setting, Duration value) {
        if (value.compareTo(SHORTEST) < 0) {
            throw refused(setting, "give a duration of at least 1 ms");
        }
    }

    private void checkNotNegative(String setting, Duration value) {
        if (value.isNegative()) {
            throw refused(setting, "give a duration of 0 ms or more");
        }
    }

    private CodedException refused(String setting, String hint) {
        return CodedException.of(
                        ErrorCode.INVALID_CONFIGURATION,
                        setting + " is " + config.getValue(setting).unwrapped() + " ("
                                + config.getValue(setting).origin().description() + ")")
                .hint(hint);
    }

    private static CodedException invalid(ConfigException e) {
        return CodedException.of(ErrorCode.INVALID_CONFIGURATION, "the settings are not valid: " + e.getMessage())
                .hint("conf/tidemark.conf shows every setting with its default")
                .cause(e);
    }

    /** The address to listen on. */
    public String host() {
        return config.getString("server.host");
    }

    /** The port to listen on; 0 for any that is free. */
    public int port() {
        return config.getInt("server.port");
    }

    /** The key for TLS, read from its files; without one, connections are not encrypted. */
    public Optional<TlsKey> tls() {
        Optional<Path> keyStore = text("server.tls.key-store").map(Path::of);
        if (keyStore.isPresent()) {
            return keyStore.map(file -> TlsKey.ofKeyStore(
                    file, text("server.tls.key-store-password").orElse("")));
        }
        return text("server.tls.certificate")
                .map(certificate -> TlsKey.ofPem(
                        Path.of(certificate),
                        Path.of(text("server.tls.private-key").orElseThrow())));
    }

    /** Where the key for secrets is. */
    public SecretKeys secretKeys(Path directory, DurableFiles files) {
        return new SecretKeys(
                text("server.secrets.key"), text("server.secrets.key-file").map(Path::of), directory, files);
    }

    /** Whether to listen on addresses of other machines even without users and TLS. */
    public boolean insecureListen() {
        return config.getBoolean("server.insecure-listen");
    }

    /** The value of a setting that may be empty. */
    private Optional<String> text(String setting) {
        return Optional.of(config.getString(setting)).filter(value -> !value.isEmpty());
    }

    /** Where everything durable is. */
    public Path dataDirectory() {
        return Path.of(config.getString("server.data-directory")).toAbsolutePath();
    }

    /** How many clients there may be. */
    public ConnectionLimits connectionLimits() {
        return new ConnectionLimits(
                config.getInt("server.max-connections"), config.getInt("server.max-connections-per-user"));
    }

    /** Where the server listens, and what its clients may take. */
    public EndpointSettings endpoint() {
        return new EndpointSettings(
                host(),
                port(),
                new ConnectionTimeouts(
                        config.getDuration("server.connection-idle-timeout"),
                        config.getDuration("server.result-idle-timeout")),
                config.getInt("server.max-statements-per-connection"),
                config.getInt("server.max-running-statements"),
                (int) Math.min(GREATEST_REQUEST, config.getBytes("server.max-request-size")),
                config.getDuration("server.request-timeout"));
    }

    /** Workers, as many as the settings say: at least 1, by default one a core. */
    public Workers workers() {
        int count = workerCount();
        return count == 0 ? Workers.onePerCore() : Workers.of(count);
    }

    private int workerCount() {
        return config.getInt("workers.count");
    }

    /** The shortest time between two epochs. */
    public Duration epochMinInterval() {
        return config.getDuration("epoch.min-interval");
    }

    /** The most rows one epoch reads of one source. */
    public long epochMaxRows() {
        return config.getLong("epoch.max-rows");
    }

    /** The most bytes one epoch reads of one source. */
    public long epochMaxBytes() {
        return config.getBytes("epoch.max-bytes");
    }

    /** How many past epochs are shown. */
    public int epochHistory() {
        return config.getInt("epoch.history");
    }

    /** How often state is saved. */
    public Duration checkpointInterval() {
        return config.getDuration("checkpoint.interval");
    }

    /** How many late and how many bad rows are kept of each query. */
    public int maxKeptRows() {
        return config.getInt("rows.max-kept");
    }

    /** What the late rows kept of one query, and its bad ones, may take on disk. */
    public long maxKeptRowBytes() {
        return config.getBytes("rows.max-kept-bytes");
    }

    /** What the states of all queries may take together, in bytes. */
    public long stateBytes() {
        return (long) (stateShare() * Runtime.getRuntime().maxMemory());
    }

    private double stateShare() {
        return config.getDouble("memory.states");
    }

    /** What becomes of a query that keeps state which nothing bounds. */
    public UnboundedState unboundedState() {
        return UnboundedState.parse(config.getString("state.unbounded"));
    }

    /** How long a statement may take; zero for no limit. */
    public Duration statementTimeout() {
        return config.getDuration("statement.timeout");
    }

    /** What is kept of changes for push queries. */
    public FeedLimits feedLimits() {
        return new FeedLimits(config.getLong("push.max-waiting-rows"), config.getLong("push.kept-rows"));
    }

    /** From which size on a file of the audit log is followed by the next. */
    public long auditFileBytes() {
        return config.getBytes("audit.max-file-size");
    }

    /** How many rows a transaction may change. */
    public long maxTransactionRows() {
        return config.getLong("transaction.max-rows");
    }

    /** How much memory a snapshot query's state and result may take, in bytes. */
    public long maxResultBytes() {
        return config.getBytes("statement.max-memory");
    }
}
