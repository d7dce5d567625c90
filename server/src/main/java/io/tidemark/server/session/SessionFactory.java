package io.tidemark.server.session;

import java.util.Map;

/** Makes sessions for connections. */
@FunctionalInterface
public interface SessionFactory {

    /**
     * Opens a session.
     *
     * @param properties the connection's properties: {@code schema}, {@code timeZone}, {@code lex}, {@code user}, {@code
     *     applicationName}, {@code client.address}, and settings as {@code
     *     set.<key>}
     * @throws io.tidemark.sql.error.CodedException if a property has a value that can't be used
     */
    Session open(Map<String, String> properties);
}
