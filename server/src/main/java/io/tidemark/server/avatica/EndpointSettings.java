package io.tidemark.server.avatica;

import java.time.Duration;

/**
 * Where an endpoint listens and what its clients may take.
 *
 * @param host the address to listen on
 * @param port the port; 0 for any that is free
 * @param timeouts when what nobody uses is given up
 * @param statementsPerConnection how many statements of one connection may be open
 * @param runningStatements how many statements may be carried out at a time
 * @param requestBytes how large a request may be
 * @param requestTimeout how long a request may take to arrive, and an answer to be taken
 */
public record EndpointSettings(
        String host,
        int port,
        ConnectionTimeouts timeouts,
        int statementsPerConnection,
        int runningStatements,
        int requestBytes,
        Duration requestTimeout) {

    StatementLimits statementLimits() {
        return new StatementLimits(statementsPerConnection, requestBytes);
    }
}
