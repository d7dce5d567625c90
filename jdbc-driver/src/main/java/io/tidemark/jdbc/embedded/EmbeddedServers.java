package io.tidemark.jdbc.embedded;

import io.tidemark.jdbc.error.Failures;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * The servers that run in this process, one for each data directory. The first connection starts one, and the last one that is closed stops it.
 * Thread-safe.
 */
public final class EmbeddedServers {

    /** The server's setting that names the directory. */
    private static final String DATA_DIRECTORY = "server.data-directory";

    private final Map<Path, Shared> running = new HashMap<>();

    /** A server and how many connections it has. */
    private static final class Shared {
        private final EmbeddedServer server;
        private int connections;

        Shared(EmbeddedServer server) {
            this.server = server;
        }
    }

    /** One connection's use of a server; closing it gives it back. */
    private final class Lease implements EmbeddedServer {
        private final Path directory;
        private final EmbeddedServer server;
        private boolean closed;

        Lease(Path directory, EmbeddedServer server) {
            this.directory = directory;
            this.server = server;
        }

        @Override
        public Reply answer(byte[] message) {
            return server.answer(message);
        }

        @Override
        public void close() {
            release(this);
        }
    }

    /** Makes an empty set of servers. */
    public EmbeddedServers() {}

    /**
     * Starts the server of a directory, unless it runs already with the settings of whoever came first.
     *
     * @throws SQLException 0A000 if the server's jars are not on the class path; or what keeps the server from starting
     */
    public synchronized EmbeddedServer open(String directory, Map<String, String> settings) throws SQLException {
        Path path = Paths.get(directory).toAbsolutePath().normalize();
        Shared shared = running.get(path);
        if (shared == null) {
            Map<String, String> all = new HashMap<>(settings);
            all.put(DATA_DIRECTORY, path.toString());
            shared = new Shared(provider().start(all));
            running.put(path, shared);
        }
        shared.connections++;
        return new Lease(path, shared.server);
    }

    private static EmbeddedServerProvider provider() throws SQLException {
        return ServiceLoader.load(EmbeddedServerProvider.class)
                .findFirst()
                .orElseThrow(() -> Failures.unsupported(
                        "\"jdbc:tidemark:embedded:\" needs the server's jars (lib/ of the server) on the class path;"
                                + " add them, or connect to a server with \"jdbc:tidemark://host:port\""));
    }

    private synchronized void release(Lease lease) {
        if (lease.closed) {
            return;
        }
        lease.closed = true;
        Shared shared = running.get(lease.directory);
        if (shared != null && shared.server == lease.server && --shared.connections == 0) {
            running.remove(lease.directory);
            shared.server.close();
        }
    }
}
