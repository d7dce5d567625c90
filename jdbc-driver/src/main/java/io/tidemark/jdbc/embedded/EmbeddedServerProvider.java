package io.tidemark.jdbc.embedded;

import java.sql.SQLException;
import java.util.Map;

/** Starts servers in this process. */
@FunctionalInterface
public interface EmbeddedServerProvider {

    /**
     * Starts a server.
     *
     * @param settings the server's settings by name, as its configuration file has them; those left out have their defaults
     * @throws SQLException if it cannot start, with the server's own code and SQLSTATE
     */
    EmbeddedServer start(Map<String, String> settings) throws SQLException;
}
