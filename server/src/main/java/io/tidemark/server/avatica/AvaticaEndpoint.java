package io.tidemark.server.avatica;

import io.tidemark.server.http.RequestMemory;
import io.tidemark.server.http.SlowConnections;
import io.tidemark.server.security.EndpointAccess;
import io.tidemark.server.security.RequestGate;
import io.tidemark.server.security.TlsKey;
import io.tidemark.server.session.SessionFactory;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server that speaks Avatica's protobuf protocol.
 *
 * <p>A request holds a thread while it is carried out, not while it arrives or waits for the rows of a push query.
 *
 * <p><b>Errors</b>: EXTERNAL_ADDRESS_IN_USE if the port is taken.
 */
public final class AvaticaEndpoint implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AvaticaEndpoint.class);

    /** Threads that are left for what ends soon when as many statements run as may. */
    private static final int FURTHER_THREADS = 64;

    private static final int THREAD_IDLE_MILLIS = 60_000;

    /** A client's HTTP library closes its idle connections first, so that none is closed while it is being used again. */
    private static final int TCP_IDLE_MILLIS = (int) TimeUnit.MINUTES.toMillis(21);

    private static final int TCP_CONNECTIONS = 8192;

    /** The part of the heap that requests may take which arrive at the same time. */
    private static final int HEAP_PARTS = 4;

    private static final long LONGEST_UPKEEP_MILLIS = 5000;

    private final Server server;
    private final ServerConnector connector;
    private final OpenConnections connections;
    private final ScheduledExecutorService upkeep;

    private AvaticaEndpoint(
            Server server, ServerConnector connector, OpenConnections connections, ScheduledExecutorService upkeep) {
        this.server = server;
        this.connector = connector;
        this.connections = connections;
        this.upkeep = upkeep;
    }

    /**
     * Begins to listen.
     *
     * @param access who is let in, and the key for TLS
     * @param sessions opens the clients' sessions
     * @param background makes rows ready that have not been asked for yet
     */
    public static AvaticaEndpoint start(
            EndpointSettings settings,
            EndpointAccess access,
            SessionFactory sessions,
            Executor background,
            Clock clock) {
        QueuedThreadPool threads = new QueuedThreadPool(
                settings.runningStatements() + FURTHER_THREADS,
                4,
                THREAD_IDLE_MILLIS,
                -1,
                null,
                null,
                new RequestThreads());
        Server server = new Server(threads);
        HttpConnectionFactory http = new HttpConnectionFactory(configuration());
        ServerConnector connector = access.tls()
                .map(key -> new ServerConnector(server, 1, 1, tls(key, http), http))
                .orElseGet(() -> new ServerConnector(server, 1, 1, http));
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setIdleTimeout(TCP_IDLE_MILLIS);
        connector.addBean(new NetworkConnectionLimit(TCP_CONNECTIONS, connector));
        server.addConnector(connector);
        CallOrigin origin = new CallOrigin();
        OpenConnections connections =
                new OpenConnections(settings.timeouts(), settings.statementLimits(), origin, clock);
        ServerMeta meta = new ServerMeta(
                connections, sessions, origin, new RunningStatements(settings.runningStatements()), background, clock);
        ProtocolService protocol = new ProtocolService(meta);
        RequestMemory memory = new RequestMemory(Runtime.getRuntime().maxMemory() / HEAP_PARTS);
        SlowConnections slow = new SlowConnections(connector, settings.requestTimeout(), clock);
        server.setHandler(new ProtocolHandler(
                protocol, new RequestGate(access.authenticator()), origin, memory, settings, slow, threads));
        try {
            server.start();
        } catch (Exception e) {
            throw notStarted(settings, e);
        }
        protocol.listensAt(settings.host() + ":" + connector.getLocalPort());
        ScheduledExecutorService upkeep = upkeep(settings, connections, slow);
        return new AvaticaEndpoint(server, connector, connections, upkeep);
    }

    private static HttpConfiguration configuration() {
        HttpConfiguration configuration = new HttpConfiguration();
        // Whether the certificate is made out to the host asked for is checked by clients, who may be told not to.
        configuration.addCustomizer(new SecureRequestCustomizer(false));
        return configuration;
    }

    private static SslConnectionFactory tls(TlsKey key, HttpConnectionFactory http) {
        SslContextFactory.Server context = new SslContextFactory.Server();
        context.setKeyStore(key.keyStore());
        context.setKeyStorePassword(key.password());
        context.setKeyManagerPassword(key.password());
        return new SslConnectionFactory(context, http.getProtocol());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // It runs until it is shut down.
    private static ScheduledExecutorService upkeep(
            EndpointSettings settings, OpenConnections connections, SlowConnections slow) {
        ScheduledExecutorService upkeep = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "jdbc-upkeep");
            thread.setDaemon(true);
            return thread;
        });
        Duration shortest = settings.requestTimeout();
        for (Duration timeout : new Duration[] {
            settings.timeouts().connectionIdle(), settings.timeouts().resultIdle()
        }) {
            shortest = timeout.compareTo(shortest) < 0 ? timeout : shortest;
        }
        long period = Math.max(1, Math.min(LONGEST_UPKEEP_MILLIS, shortest.toMillis() / 4));
        upkeep.scheduleWithFixedDelay(() -> look(connections, slow), period, period, TimeUnit.MILLISECONDS);
        return upkeep;
    }

    private static void look(OpenConnections connections, SlowConnections slow) {
        try {
            slow.check();
            connections.expire();
        } catch (RuntimeException e) {
            // The next round tries again; without this there would be none.
            LOG.error("could not close what is idle", e);
        }
    }

    private static CodedException notStarted(EndpointSettings settings, Exception e) {
        Throwable cause = e;
        while (cause != null && !(cause instanceof BindException)) {
            cause = cause.getCause();
        }
        String address = settings.host() + ":" + settings.port();
        if (cause != null) {
            return CodedException.of(ErrorCode.EXTERNAL_ADDRESS_IN_USE, "cannot listen on " + address)
                    .hint("stop what listens there, or give another port with --port (0 picks a free one)")
                    .cause(e);
        }
        return CodedException.of(ErrorCode.EXTERNAL_IO, "cannot listen on " + address + ": " + e.getMessage())
                .cause(e);
    }

    /** The address listened on. */
    public InetSocketAddress address() {
        return new InetSocketAddress(connector.getHost(), connector.getLocalPort());
    }

    /** Whether clients have to use TLS. */
    public boolean usesTls() {
        return connector.getDefaultConnectionFactory() instanceof SslConnectionFactory;
    }

    /** Ends every statement and connection, and stops listening. */
    @Override
    public void close() {
        upkeep.shutdownNow();
        connections.closeAll();
        try {
            server.stop();
        } catch (Exception e) {
            throw CodedException.externalIo("cannot stop the JDBC endpoint: " + e.getMessage(), e);
        }
    }
}
