package io.tidemark.server.main;

import io.tidemark.connectors.Connectors;
import io.tidemark.planner.Planner;
import io.tidemark.runtime.accounting.MemoryBudget;
import io.tidemark.runtime.checkpoint.LocalFiles;
import io.tidemark.runtime.checkpoint.PlanLog;
import io.tidemark.runtime.epoch.QueryHistory;
import io.tidemark.runtime.epoch.QueryServices;
import io.tidemark.runtime.epoch.QuerySettings;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.storage.StorageEngine;
import io.tidemark.runtime.translate.PlanTranslator;
import io.tidemark.server.activity.ConnectedSessions;
import io.tidemark.server.audit.AuditLog;
import io.tidemark.server.avatica.AvaticaEndpoint;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.Dependencies;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.function.UserFunctions;
import io.tidemark.server.information.InformationSchema;
import io.tidemark.server.query.ConnectorRegistry;
import io.tidemark.server.query.QueryOpener;
import io.tidemark.server.query.QueryService;
import io.tidemark.server.secret.Secrets;
import io.tidemark.server.security.Authenticator;
import io.tidemark.server.security.EndpointAccess;
import io.tidemark.server.security.ListenPolicy;
import io.tidemark.server.security.Security;
import io.tidemark.server.security.TlsKey;
import io.tidemark.server.serving.PlanCache;
import io.tidemark.server.serving.RelationReader;
import io.tidemark.server.serving.RelationScans;
import io.tidemark.server.session.CatalogLoader;
import io.tidemark.server.session.ServerServices;
import io.tidemark.server.session.SessionFactory;
import io.tidemark.server.session.Sessions;
import io.tidemark.server.system.SystemTables;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server in this process: data directory, storage, catalog, queries, JDBC endpoint. Opened in that order, closed in reverse.
 *
 * <p><b>Errors</b>: whatever keeps it from starting, as one {@link io.tidemark.sql.error.CodedException}; what was opened is closed then.
 */
public final class RunningServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RunningServer.class);
    private static final int BACKGROUND_THREADS = 2;
    private static final int ROW_THREADS = 256;
    private static final int STOP_SECONDS = 60;
    private static final long LOG_SEGMENT_BYTES = 16L << 20;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final @Nullable AvaticaEndpoint endpoint;
    private final SessionFactory sessions;

    private record Started(@Nullable AvaticaEndpoint endpoint, SessionFactory sessions) {}

    /** Starts a server; when this returns it takes connections and its queries are being brought back. */
    public RunningServer(ServerSettings settings) {
        this(settings, true);
    }

    /** Starts a server that listens nowhere: this process alone has to do with it, through {@link #sessions}. */
    static RunningServer withoutEndpoint(ServerSettings settings) {
        return new RunningServer(settings, false);
    }

    private RunningServer(ServerSettings settings, boolean listens) {
        Started started;
        try {
            started = start(settings, listens);
        } catch (RuntimeException e) {
            closeAll();
            throw e;
        }
        this.endpoint = started.endpoint();
        this.sessions = started.sessions();
    }

    private Started start(ServerSettings settings, boolean listens) {
        Path directory = opened(DataDirectory.open(settings.dataDirectory())).path();
        LocalFiles files = new LocalFiles();
        Clock clock = Clock.systemUTC();
        CatalogStore store = opened(CatalogStore.open(directory, files));
        Optional<TlsKey> tls = settings.tls();
        if (listens) {
            new ListenPolicy(store, tls, settings.insecureListen()).requireAllowed(settings.host());
        }
        AuditLog audit = opened(AuditLog.open(directory.resolve("audit"), files, clock, settings.auditFileBytes()));
        StorageEngine storage = opened(StorageEngine.open(directory.resolve("storage")));
        PlanLog log = opened(PlanLog.open(directory.resolve("log"), files, LOG_SEGMENT_BYTES));
        ExecutorService background = Executors.newFixedThreadPool(BACKGROUND_THREADS, RunningServer::backgroundThread);
        open.push(() -> stop(background));
        Workers workers = opened(settings.workers());
        MemoryBudget memory = new MemoryBudget(settings.stateBytes());
        QueryServices queryServices = new QueryServices(
                log,
                files,
                clock,
                background,
                new QueryHistory(settings.epochHistory(), settings.maxKeptRows(), settings.maxKeptRowBytes()),
                memory);
        Secrets secrets = new Secrets(store, settings.secretKeys(directory, files));
        secrets.check();
        ConnectorRegistry connectors =
                new ConnectorRegistry(Connectors.all(clock, System.out, workers), storage, secrets);
        ServerCatalog catalog = new ServerCatalog(connectors::sinkTraits, connectors::maxFutureSkew);
        Dependencies dependencies = new Dependencies();
        PlanTranslator translator = new PlanTranslator(
                workers,
                (table, keys) -> connectors.lookup(catalog.entry(table.name()).orElseThrow(), keys));
        QueryOpener opener = new QueryOpener(
                catalog,
                connectors,
                queryServices,
                translator,
                directory.resolve("queries"),
                settings.epochMinInterval());
        QueryService queries = new QueryService(store, dependencies, opener, querySettings(settings), clock);
        open.push(queries::stopAll);
        ExecutorService rowThreads = rowThreads();
        open.push(rowThreads::shutdown);
        ConnectedSessions connected = new ConnectedSessions(settings.connectionLimits(), clock);
        Security security = Security.of(store, catalog, queries, secrets);
        SystemTables systemTables = new SystemTables(
                queries,
                connected,
                audit,
                security.access(),
                clock,
                InformationSchema.tables(catalog, store, dependencies, security));
        systemTables.declare(catalog);
        RelationScans scans = new RelationScans(catalog, connectors, queries, systemTables, settings.feedLimits());
        RelationReader reader =
                new RelationReader(scans, translator, clock, memory, settings.maxResultBytes(), rowThreads);
        ServerServices services = new ServerServices(
                catalog,
                store,
                dependencies,
                connectors,
                queries,
                new UserFunctions(catalog, store, directory.resolve("functions"), files),
                reader,
                new PlanCache(),
                security,
                translator,
                connected,
                new ReentrantLock());
        Planner.warmUp();
        new CatalogLoader(services).load();
        queries.discardUnknown();
        queries.awaitRecovered();
        Sessions sessions = new Sessions(
                services, settings.statementTimeout(), settings.unboundedState(), settings.maxTransactionRows(), audit);
        return new Started(
                listens
                        ? opened(AvaticaEndpoint.start(
                                settings.endpoint(),
                                new EndpointAccess(new Authenticator(store, clock, audit), tls),
                                sessions,
                                rowThreads,
                                clock))
                        : null,
                sessions);
    }

    private static QuerySettings querySettings(ServerSettings settings) {
        QuerySettings defaults = QuerySettings.DEFAULTS;
        return new QuerySettings(
                        defaults.minRowsPerEpoch(),
                        defaults.maxRowsPerEpoch(),
                        settings.epochMaxBytes(),
                        defaults.targetLatency(),
                        settings.checkpointInterval(),
                        defaults.lateRows(),
                        defaults.badRows())
                .withMaxRowsPerEpoch(settings.epochMaxRows());
    }

    /** Threads that make rows ready while clients read; whoever finds none free does without. */
    private static ExecutorService rowThreads() {
        return new ThreadPoolExecutor(0, ROW_THREADS, 1, TimeUnit.MINUTES, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, "rows");
            thread.setDaemon(true);
            return thread;
        });
    }

    private static Thread backgroundThread(Runnable task) {
        Thread thread = new Thread(task, "background");
        thread.setDaemon(true);
        return thread;
    }

    /** Lets the tasks under way end; they do file I/O, so they are not interrupted. */
    private static void stop(ExecutorService background) throws InterruptedException {
        background.shutdown();
        if (!background.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
            LOG.warn("checkpoints were still being written after {} s", STOP_SECONDS);
        }
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.push(resource);
        return resource;
    }

    /** The address that clients connect to. */
    public InetSocketAddress address() {
        return Objects.requireNonNull(endpoint, "the server listens nowhere").address();
    }

    /** Sessions in this process, without the wire. */
    public SessionFactory sessions() {
        return sessions;
    }

    /** The URL that clients connect to. */
    public String url() {
        String host = address().getHostString();
        return "jdbc:tidemark://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + address().getPort() + (endpoint != null && endpoint.usesTls() ? ";ssl=true" : "");
    }

    /** Finishes and commits the epochs under way, saves every query's state, and lets everything go. */
    @Override
    public void close() {
        closeAll();
    }

    private void closeAll() {
        while (!open.isEmpty()) {
            AutoCloseable resource = open.pop();
            try {
                resource.close();
            } catch (Exception e) {
                LOG.warn("could not close in order", e);
            }
        }
    }
}
