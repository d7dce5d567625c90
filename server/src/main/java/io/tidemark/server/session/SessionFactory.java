package io.tidemark.server.session;

import io.tidemark.server.security.Login;
import java.util.Map;

/** Makes sessions for connections. */
@FunctionalInterface
public interface SessionFactory {

    /**
     * Opens a session.
     *
     * @param properties the connection's properties: {@code schema}, {@code timeZone}, {@code lex}, {@code user}, {@code
     *     applicationName}, {@code client.address}, and settings as {@code set.<key>}; the user is what the client says where nobody asks
     * @param login whose session it is
     * @throws io.tidemark.sql.error.CodedException if a property has a value that can't be used
     */
    Session open(Map<String, String> properties, Login login);

    /** Opens a session within the server's own process, which may do everything. */
    default Session open(Map<String, String> properties) {
        return open(properties, Login.IN_PROCESS);
    }
}
