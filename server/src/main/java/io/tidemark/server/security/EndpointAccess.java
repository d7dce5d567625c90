package io.tidemark.server.security;

import java.util.Optional;

/**
 * How an endpoint is entered.
 *
 * @param authenticator finds out who sends a request
 * @param tls the key for TLS; without one, connections are not encrypted
 */
public record EndpointAccess(Authenticator authenticator, Optional<TlsKey> tls) {}
